import { ServiceError } from "../../../contracts/errors.js";

const MAX_NAMES = 60;

/** A 400 that names what is wrong. */
export const refusal = (message: string): ServiceError => new ServiceError("invalid_params", message);

/** Names for a message, cut where nobody would read on. */
export function listNames(names: Iterable<string>): string {
  const all = [...names];
  const shown = all.slice(0, MAX_NAMES).join(", ");
  return all.length > MAX_NAMES ? `${shown}, … (${all.length} in all)` : shown;
}
