import type { CatalogModel, Job, MediaKind, Submission } from "../queries.js";
import type { Draft, Entered } from "./draft.js";
import { type Field, fieldsOf, type Values } from "./fields.js";

type Able = Pick<CatalogModel, "capabilities">;
export type MediaInput = Extract<Field, { type: "media" }>;

/** The numbers of variants that a person can choose. */
export const COUNTS = [1, 2, 4, 8] as const;

/** Matches a seed in a prompt, which some models read; all others draw a seed for each job. */
const SEED = /\[seed=\d{1,15}\]/gu;

export const isSeeded = (prompt: unknown): boolean => typeof prompt === "string" && prompt.search(SEED) >= 0;

/**
 * Tells whether another try may give another result. A model without a prompt only transforms a file and
 * gives the same result again.
 */
export const canVary = (model: Able): boolean => fieldsOf(model).some(({ name }) => name === "prompt");

/** Returns the field that takes a result of this kind as a reference; undefined if the model has none. */
export const referenceOf = (model: Able, kind: MediaKind): MediaInput | undefined =>
  fieldsOf(model).find(
    (field): field is MediaInput =>
      field.type === "media" && field.name.startsWith("reference") && field.kinds.includes(kind),
  );

export const goesBy = (values: Values, { name }: MediaInput, storageId: string): boolean =>
  ((values[name] ?? []) as readonly string[]).includes(storageId);

/** Returns the values with the result as the first file of the field, or without it. */
export function goingBy(
  values: Values,
  { name, most }: MediaInput,
  { storageId, is }: { storageId: string; is: boolean },
): Values {
  const others = ((values[name] ?? []) as readonly string[]).filter((id) => id !== storageId);
  return { ...values, [name]: is ? [storageId, ...others].slice(0, most) : others };
}

/** Returns the form with the parameters of a job. */
export const enteredOf = ({ model, params }: Pick<Job, "model" | "params">): Entered => ({
  model,
  values: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name.endsWith("StorageId") ? [value] : value]),
  ),
});

/** Returns the form for variants of a result. */
export const varying = (job: Job, storageId: string, old: Draft): Draft => ({
  ...enteredOf(job),
  varied: {
    storageId,
    count: job.kind === "image" ? 4 : 2,
    seeds: newSeeds(),
    before: old.varied?.before ?? { model: old.model, values: old.values },
  },
});

/**
 * Returns the submissions for a number of variants: as few jobs as the model allows, each with its own seed
 * if the prompt has one. Without seeds the submissions are for the price, which does not depend on a seed.
 */
export function variantsOf(
  submission: Submission,
  { capabilities: able }: Able,
  { count, seeds }: { count: number; seeds: readonly number[] | null },
): Submission[] {
  const most = able.kind === "image" ? able.maxImages : 1;
  return Array.from({ length: Math.ceil(count / most) }, (_, at) => {
    const { prompt } = submission.params;
    return {
      ...submission,
      params: {
        ...submission.params,
        ...(typeof prompt === "string" &&
          seeds !== null && { prompt: prompt.replaceAll(SEED, `[seed=${seeds[at] ?? at}]`) }),
        ...(able.kind === "image" && { numImages: Math.min(most, count - at * most) }),
      },
    };
  });
}

/** Returns the number of results that a submission asks for. */
export const resultsOf = ({ params }: Pick<Submission, "params">): number =>
  typeof params["numImages"] === "number" ? params["numImages"] : 1;

/** Returns random numbers in the range of seeds, one for each possible job. */
export const newSeeds = (): number[] => [...crypto.getRandomValues(new Uint32Array(Math.max(...COUNTS)))];
