import type { InputLimit } from "../../contracts/input-limit.js";
import type { ProviderContext, ProviderInput, ProviderJob } from "./model-provider.js";
import { ProviderError } from "./provider-error.js";

/** A file that a job names: the parameter that names it, such as `referenceStorageIds[1]`, and its id. */
export interface NamedInput {
  field: string;
  storageId: string;
}

const MB = 2 ** 20;
const DEFAULT_BYTES = 2048 * MB;

/** Returns the sentence about a job that names more files than the model takes, or null. */
export function countProblem(
  model: string,
  { count = Infinity }: InputLimit,
  inputs: readonly NamedInput[],
): string | null {
  const over = inputs[count];
  if (over === undefined) return null;
  return `params.${over.field} is one file too many: the model ${model} takes at most ${count} for a job; got ${inputs.length}.`;
}

/**
 * Returns the sentence about files that are together larger than the model takes, or null. A file of unknown
 * size counts as empty.
 */
export function bytesProblem(
  model: string,
  { bytes: most = DEFAULT_BYTES }: InputLimit,
  inputs: readonly NamedInput[],
  sizeOf: (storageId: string) => number | undefined,
): string | null {
  const sizes = inputs.map(({ storageId }) => sizeOf(storageId) ?? 0);
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sum <= most) return null;
  let left = most;
  const over = inputs[sizes.findIndex((size) => (left -= size) < 0)];
  return `params.${over?.field} is too large: the model ${model} takes files of ${Math.floor(most / MB)} MB together for a job; these have ${tenths(sum / MB)} MB.`;
}

/** Rounds up, so that no size over a limit is told as the limit. */
const tenths = (size: number): number => Math.ceil(size * 10) / 10;

/** Returns the files that the parameters of a job name. */
function inputsOf(params: ProviderJob["params"]): NamedInput[] {
  return Object.entries(params).flatMap(([field, value]) => {
    if (field.endsWith("StorageId") && typeof value === "string") return [{ field, storageId: value }];
    if (!field.endsWith("StorageIds") || !Array.isArray(value)) return [];
    return value.map((id, index) => ({ field: `${field}[${index}]`, storageId: String(id) }));
  });
}

/**
 * Opens the files of a job one after the other, each once, and returns them by their ids. Throws
 * `invalid_params` for too many or too large ones, before any of them is read.
 */
export async function openInputs(
  { model, params }: Pick<ProviderJob, "model" | "params">,
  limit: InputLimit,
  ctx: Pick<ProviderContext, "input">,
): Promise<(storageId: unknown) => ProviderInput> {
  const inputs = inputsOf(params);
  const opened = new Map<string, ProviderInput>();
  const refuse = (problem: string | null): void => {
    if (problem !== null) throw new ProviderError("invalid_params", problem);
  };
  refuse(countProblem(model.id, limit, inputs));
  for (const { storageId } of inputs) {
    if (opened.has(storageId)) continue;
    opened.set(storageId, await ctx.input(storageId));
    refuse(bytesProblem(model.id, limit, inputs, (id) => opened.get(id)?.sizeBytes));
  }
  return (storageId) => {
    const input = opened.get(String(storageId));
    if (input === undefined) throw new Error("The job names no such file.");
    return input;
  };
}
