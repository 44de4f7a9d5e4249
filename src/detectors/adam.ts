/**
 * Adam (Kingma and Ba, 2015): gradient steps scaled by running moments of the gradient, over one flat array of
 * parameters. `weightDecay` adds its multiple of the parameters to the gradient (the classical l2 form).
 */
export interface Adam {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly weightDecay: number;
  /** Steps taken so far. */
  steps: number;
}

export function createAdam(size: number, weightDecay = 0): Adam {
  return { first: new Float64Array(size), second: new Float64Array(size), weightDecay, steps: 0 };
}

const DECAY_FIRST = 0.9;
const DECAY_SECOND = 0.999;
const EPSILON = 1e-8;

/** Parameters in training, and the derivative of the loss by each of them. */
interface Descent {
  readonly parameters: Float64Array;
  readonly gradients: Float64Array;
}

/** Moves the parameters against their gradients and advances the moments. */
export function adamStep(adam: Adam, { parameters, gradients }: Descent, learningRate: number): void {
  const { first, second, weightDecay } = adam;
  adam.steps++;
  const firstScale = 1 / (1 - DECAY_FIRST ** adam.steps);
  const secondScale = 1 / (1 - DECAY_SECOND ** adam.steps);
  for (let i = 0; i < parameters.length; i++) {
    const gradient = gradients[i]! + weightDecay * parameters[i]!;
    first[i] = DECAY_FIRST * first[i]! + (1 - DECAY_FIRST) * gradient;
    second[i] = DECAY_SECOND * second[i]! + (1 - DECAY_SECOND) * gradient * gradient;
    const step = (first[i]! * firstScale) / (Math.sqrt(second[i]! * secondScale) + EPSILON);
    parameters[i] = parameters[i]! - learningRate * step;
  }
}
