/** How strange a row must be to be a finding, where nobody says. */
import { ENOUGH_MEASURED, greatestStrength } from "../../core/evidence/index.js";
import type { Model } from "../../core/model/index.js";
import { DEFAULT_STRENGTH } from "./usual-strength.js";

/** A model of few rows cannot tell one row in a hundred; one of very few cannot tell at all. */
export function strengthToldBy({ calibration }: Model): number | undefined {
  const compared = calibration.strangeness.length;
  return compared < ENOUGH_MEASURED ? undefined : Math.min(DEFAULT_STRENGTH, greatestStrength(compared));
}
