import { ServiceError } from "../../contracts/errors.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../process/host.js";

export const AUTO = "auto";

/**
 * Returns the text model of this process that a choice means; `auto` means the first one by id. Throws
 * `provider_unavailable` if there is none, `invalid_params` for an unknown choice (rules/translation 10).
 */
export function requireTextModel(host: Pick<Host, "plugins">, choice: string): TextModel {
  const models = host.plugins.all("textModel").toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [first] = models;
  if (first === undefined)
    throw new ServiceError("provider_unavailable", "No provider that writes text is configured.");
  if (choice === AUTO) return first;
  const named = models.find(({ id }) => id === choice);
  if (named !== undefined) return named;
  const known = [AUTO, ...models.map(({ id }) => id)].join(", ");
  throw new ServiceError("invalid_params", `model: unknown text model; the models are ${known}`);
}
