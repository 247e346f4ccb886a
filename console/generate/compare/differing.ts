import type { CatalogModel, Job, Media } from "../../queries.js";
import { bytes, credits, dayAndTime, duration } from "../../words.js";
import { fieldsOf } from "../fields.js";
import { shortName } from "../../parts/model-name.js";

/** A property of a result: a text, or the files that it was made of; null if it is unknown or absent. */
export type Fact = { text: string } | { files: readonly string[] } | null;
export interface Row {
  name: string;
  facts: readonly Fact[];
  isSame: boolean;
  /** The property is a written text, whose differing words are marked. */
  isWritten: boolean;
}

const WRITTEN: ReadonlySet<string> = new Set(["prompt", "lyrics", "styleInstructions"]);

export interface Known {
  job: Pick<Job, "model" | "params" | "costCredits" | "createdAt" | "completedAt"> | undefined;
  file: Pick<Media, "width" | "height" | "durationSeconds" | "sizeBytes"> | undefined;
}

/** Returns the parameters and the data of results as rows, the differing rows first. */
export function rowsOf(
  known: readonly Known[],
  models: readonly Pick<CatalogModel, "id" | "displayName" | "capabilities">[],
): Row[] {
  const labels = new Map(
    known.flatMap(({ job }) => {
      const model = models.find(({ id }) => id === job?.model);
      return model === undefined ? [] : fieldsOf(model).map(({ name, label }) => [name, label] as const);
    }),
  );
  const names = [...new Set(known.flatMap(({ job }) => Object.keys(job?.params ?? {})))].filter(
    // The length of a source file is no chosen value, and the number of results is visible.
    (name) => !["kind", "numImages"].includes(name) && (labels.has(name) || name !== "durationSeconds"),
  );
  const row = (name: string, factOf: (one: Known) => Fact, isWritten = false): Row => {
    const facts = known.map(factOf);
    const isSame = facts.every((fact) => JSON.stringify(fact) === JSON.stringify(facts[0]));
    return { name, facts, isSame, isWritten };
  };
  const rows = [
    row("Model", ({ job }) =>
      said(job && shortName(models.find(({ id }) => id === job.model)?.displayName ?? job.model)),
    ),
    ...names.map((name) =>
      row(
        labels.get(name) ?? name,
        ({ job }) => chosen(name, (job?.params as Record<string, unknown> | undefined)?.[name]),
        WRITTEN.has(name),
      ),
    ),
    row("Cost", ({ job }) =>
      said(job?.costCredits === null || job === undefined ? undefined : credits(job.costCredits)),
    ),
    row("Took", ({ job }) =>
      said(
        job?.completedAt == null
          ? undefined
          : duration((Date.parse(job.completedAt) - Date.parse(job.createdAt)) / 1000),
      ),
    ),
    row("Created", ({ job }) => said(job && dayAndTime(job.createdAt))),
    row("Pixels", ({ file }) =>
      said(file?.width === undefined ? undefined : `${file.width} × ${file.height}`),
    ),
    row("Length", ({ file }) =>
      said(file?.durationSeconds === undefined ? undefined : duration(file.durationSeconds)),
    ),
    row("Size", ({ file }) => said(file && bytes(file.sizeBytes))),
  ].filter(({ facts }) => facts.some((fact) => fact !== null));
  return [...rows.filter(({ isSame }) => !isSame), ...rows.filter(({ isSame }) => isSame)];
}

const said = (text: string | undefined): Fact => (text === undefined ? null : { text });

function chosen(name: string, value: unknown): Fact {
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  if (/StorageIds?$/.test(name)) {
    const files = ids.filter((id) => typeof id === "string");
    return files.length === 0 ? null : { files };
  }
  switch (typeof value) {
    case "boolean":
      return { text: value ? "Yes" : "No" };
    case "number":
    case "string":
      return { text: `${value}` };
    default:
      return null;
  }
}

/** Names of the rows that nobody chose, because they follow from the chosen values. */
export const CAME_OF_IT: ReadonlySet<string> = new Set([
  "Cost",
  "Took",
  "Created",
  "Pixels",
  "Length",
  "Size",
]);
