/**
 * LIME for tables (Ribeiro, Singh and Guestrin, 2016): a linear model of the detector's score around the row.
 *
 * Features are cut at quartiles. 5,000 samples draw each feature's bin by its frequency and a value inside the bin from
 * a truncated normal; the model's inputs say which features share the row's bin. Samples weigh sqrt(exp(-d²/w²)), d²
 * being the number of differing features and w = .75·sqrt(features). Up to 10 features are chosen as the authors'
 * code does by default (by their weight; by forward selection when at most 6 are wanted), then ridge with penalty 1. A
 * feature's weight is its coefficient: how much the row's bin raises the score. Cost: samples × (score +
 * features²).
 */
import { createRandom, type Random, randomNormal } from "../core/base/index.js";
import { createMatrix, type Matrix } from "../detectors/matrix.js";
import { fitRidge, predictLinear, type Regression } from "./least-squares.js";
import { checkPeerInput, type LinearForm, type Peer, type PeerContext, type PeerExplanation } from "./peer.js";
import { binOf, cutAtQuartiles, type FeatureBins, formatBin } from "./quartile-bins.js";
import { formatWeight, rankFeatures } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";

interface LimeSettings {
  readonly samples: number;
  /** Times the square root of the number of features. */
  readonly kernelWidth: number;
  /** Most features in the model. */
  readonly features: number;
  readonly penalty: number;
}

const LIME_SETTINGS: LimeSettings = { samples: 5000, kernelWidth: 0.75, features: 10, penalty: 1 };

export function createLime(settings: Partial<LimeSettings> = {}): Peer {
  const resolved = { ...LIME_SETTINGS, ...settings };
  const binsFor = rememberFor((context: PeerContext) => cutAtQuartiles(context.encoding, context.training));
  return {
    name: "LIME",
    citation:
      "M. T. Ribeiro, S. Singh, C. Guestrin: “Why Should I Trust You?” Explaining the Predictions of Any Classifier. KDD 2016.",
    explain: (context, row) => explainByLime({ settings: resolved, bins: binsFor(context) }, context, row),
  };
}

/** LIME at work on one context. */
interface Lime {
  readonly settings: LimeSettings;
  readonly bins: readonly FeatureBins[];
}

async function explainByLime(
  { settings, bins }: Lime,
  context: PeerContext,
  row: Float64Array,
): Promise<PeerExplanation> {
  checkPeerInput(context, row);
  const { rows, sameBin } = drawSamples({ settings, bins }, row, createRandom(context.seed));
  const targets = await context.score(rows);
  const weights = sampleWeights(sameBin, settings.kernelWidth * Math.sqrt(row.length));
  const all = Array.from(row.keys());
  const columns = chooseFeatures({ inputs: sameBin, columns: all, targets, weights }, settings.features);
  const model = fitRidge({ inputs: sameBin, columns, targets, weights }, settings.penalty);
  const coefficients = new Float64Array(row.length);
  columns.forEach((column, i) => {
    coefficients[column] = model.coefficients[i]!;
  });
  const features = rankFeatures(context.encoding, coefficients);
  const form: LinearForm = {
    kind: "linear",
    intercept: model.intercept,
    localScore: predictLinear(model, new Float64Array(row.length).fill(1), columns),
    score: targets[0]!,
    fit: model.fit,
    terms: features
      .filter(({ column }) => columns.includes(column))
      .map(({ column, weight }) => ({
        column,
        weight,
        text: formatBin(context.encoding[column]!, bins[column]!, row[column]!),
      })),
  };
  return { peer: "LIME", features, form, text: limeSentence(form) };
}

interface Samples {
  readonly rows: Matrix;
  /** 1 where the sample's feature is in the row's bin. */
  readonly sameBin: Matrix;
}

/** The first sample is the row itself. */
function drawSamples({ settings, bins }: Lime, row: Float64Array, random: Random): Samples {
  const count = settings.samples;
  const rows = createMatrix(count, row.length);
  const sameBin = createMatrix(count, row.length);
  rows.values.set(row);
  sameBin.values.fill(1, 0, row.length);
  bins.forEach((feature, column) => {
    const binOfRow = binOf(feature, row[column]!);
    const shares = runningShares(feature.counts);
    for (let sample = 1; sample < count; sample++) {
      const bin = drawBin(shares, random());
      const cell = sample * row.length + column;
      rows.values[cell] = drawInBin(feature, bin, random);
      sameBin.values[cell] = Number(bin === binOfRow);
    }
  });
  return { rows, sameBin };
}

function runningShares(counts: Float64Array): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  return counts.map((count) => (sum += count) / total);
}

function drawBin(shares: Float64Array, share: number): number {
  let bin = 0;
  while (bin < shares.length - 1 && share >= shares[bin]!) bin++;
  return bin;
}

/** Attempts to draw inside the bin before a uniform value is taken instead. */
const DRAWS = 64;

/** A normal value of the bin's mean and deviation, drawn again until it lies in the bin. */
function drawInBin(bins: FeatureBins, bin: number, random: Random): number {
  if (bins.kind === "values") return bins.limits[bin]!;
  const low = bins.lows[bin]!;
  const high = bins.highs[bin]!;
  if (low === high) return low;
  for (let draw = 0; draw < DRAWS; draw++) {
    const value = bins.means[bin]! + bins.deviations[bin]! * randomNormal(random);
    if (value >= low && value <= high) return value;
  }
  return low + (high - low) * random();
}

function sampleWeights(sameBin: Matrix, width: number): Float64Array {
  return Float64Array.from({ length: sameBin.rowCount }, (_, sample) => {
    let differing = 0;
    for (let column = 0; column < sameBin.width; column++) {
      differing += 1 - sameBin.values[sample * sameBin.width + column]!;
    }
    return Math.sqrt(Math.exp(-differing / width ** 2));
  });
}

/** At most this many wanted features are chosen one after the other; more are chosen by one fit of all. */
const FORWARD_LIMIT = 6;

function chooseFeatures(regression: Regression, count: number): number[] {
  if (regression.columns.length <= count) return [...regression.columns];
  return count <= FORWARD_LIMIT ? selectForward(regression, count) : selectHeaviest(regression, count);
}

function selectHeaviest(regression: Regression, count: number): number[] {
  const { coefficients } = fitRidge(regression, 0.01);
  const order = coefficients
    .map((_, i) => i)
    .sort((a, b) => Math.abs(coefficients[b]!) - Math.abs(coefficients[a]!) || a - b);
  return Array.from(order.subarray(0, count), (i) => regression.columns[i]!);
}

function selectForward(regression: Regression, count: number): number[] {
  const chosen: number[] = [];
  while (chosen.length < count) {
    let best = -1;
    let bestFit = Number.NEGATIVE_INFINITY;
    for (const column of regression.columns) {
      if (chosen.includes(column)) continue;
      const { fit } = fitRidge({ ...regression, columns: [...chosen, column] }, 0);
      if (fit > bestFit) {
        best = column;
        bestFit = fit;
      }
    }
    chosen.push(best);
  }
  return chosen;
}

function limeSentence({ terms, score, localScore }: LinearForm): string {
  const raising = terms.filter((term) => term.weight > 0).slice(0, 3);
  const model = `A linear model around the row gives ${formatWeight(localScore)} (detector: ${formatWeight(score)})`;
  if (raising.length === 0) return `${model}; no feature's range raises the score.`;
  return `${model}; the score is raised by ${raising.map((term) => `${term.text} (+${formatWeight(term.weight)})`).join(", ")}.`;
}
