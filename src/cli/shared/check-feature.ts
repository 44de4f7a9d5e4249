/** A feature that a person names, and the model's file. */
import { InputError, listNames, nearestName } from "../../core/base/index.js";
import type { Model } from "../../core/model/index.js";

/** As the list itself would say, but with the file's name. */
export function checkFeature(name: string | undefined, model: Model, path: string): void {
  const names = model.features.map((feature) => feature.name);
  if (name === undefined || names.includes(name)) return;
  const nearest = nearestName(name, names);
  throw new InputError(
    "FEATURE_UNKNOWN",
    `${path} has no feature "${name}"`,
    `${nearest === null ? "" : `Closest: "${nearest}". `}Features are: ${listNames(names)}.`,
  );
}
