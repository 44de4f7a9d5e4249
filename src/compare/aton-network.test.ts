import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../core/base/index.js";
import {
  batchLoss,
  createAtonBuffers,
  createAtonParameters,
  drawAtonParameters,
  type TripletRows,
} from "./aton-network.js";

const shape = { inputs: 3, dimensions: 4, hidden: 5 };

function randomRows(seed: number): TripletRows {
  const random = createRandom(seed);
  const rows = Array.from({ length: 6 }, () => Float64Array.from({ length: 3 }, () => randomNormal(random)));
  return { rows, anchors: 2 };
}

test("gradients are those that finite differences give", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const parameters = createAtonParameters(shape);
    drawAtonParameters(shape, parameters, createRandom(seed));
    const gradients = createAtonParameters(shape);
    const scratch = createAtonParameters(shape);
    const buffers = createAtonBuffers(shape, 6);
    const triplets = [1, 2].flatMap((anchor) => [3, 4, 5].map((positive) => ({ anchor, positive })));
    const batch = { rows: randomRows(seed), triplets, loss: { margin: 0.5, marginWeight: 0.8, restWeight: 0.2 } };
    batchLoss({ parameters, gradients, buffers }, batch);
    parameters.flat.forEach((value, i) => {
      parameters.flat[i] = value + 1e-6;
      const above = batchLoss({ parameters, gradients: scratch, buffers }, batch);
      parameters.flat[i] = value - 1e-6;
      const below = batchLoss({ parameters, gradients: scratch, buffers }, batch);
      parameters.flat[i] = value;
      expect(gradients.flat[i], `seed ${seed}, parameter ${i}`).toBeCloseTo((above - below) / 2e-6, 5);
    });
  }
});
