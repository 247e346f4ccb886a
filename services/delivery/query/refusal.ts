import { ServiceError } from "../../../contracts/errors.js";

const MAX_NAMES = 60;

/** Makes a 400 that names what is wrong. */
export const refusal = (message: string): ServiceError => new ServiceError("invalid_params", message);

/** Lists the allowed names for an error message; a long list is cut. */
export function thereAre(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) return "there are none";
  const shown = all.slice(0, MAX_NAMES).join(", ");
  const rest = all.length > MAX_NAMES ? `, … (${all.length} in all)` : "";
  return `there ${all.length === 1 ? "is" : "are"} ${shown}${rest}`;
}
