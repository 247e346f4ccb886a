import type { CatalogModel, Job, MediaKind, Submission } from "../queries.js";
import type { Draft, Entered } from "./draft.js";
import { type Field, fieldsOf, type Values } from "./fields.js";

type Able = Pick<CatalogModel, "capabilities">;
export type MediaInput = Extract<Field, { type: "media" }>;

/** How many variants one can ask for at once. */
export const COUNTS = [1, 2, 4, 8] as const;

/** Models that read a seed read it here; all others draw one for each job. */
const SEED = /\[seed=\d{1,15}\]/gu;

export const isSeeded = (prompt: unknown): boolean => typeof prompt === "string" && prompt.search(SEED) >= 0;

/** Whether another try may come out otherwise: what is only done to a file comes out the same again. */
export const canVary = (model: Able): boolean => fieldsOf(model).some(({ name }) => name === "prompt");

/** Where a result goes in as what the next ones go by; undefined where the model goes by none of its kind. */
export const referenceOf = (model: Able, kind: MediaKind): MediaInput | undefined =>
  fieldsOf(model).find(
    (field): field is MediaInput =>
      field.type === "media" && field.name.startsWith("reference") && field.kinds.includes(kind),
  );

export const goesBy = (values: Values, { name }: MediaInput, storageId: string): boolean =>
  ((values[name] ?? []) as readonly string[]).includes(storageId);

/** With the result among what the next ones go by, as the first of it, or without it. */
export function goingBy(
  values: Values,
  { name, most }: MediaInput,
  { storageId, is }: { storageId: string; is: boolean },
): Values {
  const others = ((values[name] ?? []) as readonly string[]).filter((id) => id !== storageId);
  return { ...values, [name]: is ? [storageId, ...others].slice(0, most) : others };
}

/** What a job was made of, as the form has it. */
export const enteredOf = ({ model, params }: Pick<Job, "model" | "params">): Entered => ({
  model,
  values: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name.endsWith("StorageId") ? [value] : value]),
  ),
});

/** The form for variants of a result. */
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
 * What is submitted for so many variants: as few jobs as the model allows, each with a seed of its own where the prompt has one.
 * Without seeds it is what they cost, for which the seed does not matter.
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

/** How many results a submission asks for. */
export const resultsOf = ({ params }: Pick<Submission, "params">): number =>
  typeof params["numImages"] === "number" ? params["numImages"] : 1;

/** Numbers that models take as seeds. */
export const newSeeds = (): number[] => [...crypto.getRandomValues(new Uint32Array(Math.max(...COUNTS)))];
