import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, isAbsolute, join, normalize } from "node:path";
import { ConfigError } from "../../config/load-config.js";
import { issueSentence } from "../../actions/issue-sentence.js";
import { LocatedFile } from "./located-file.js";
import { modelFile } from "./model-file.js";

const MAX_FILES = 200;
const MB = 1024 * 1024;
const MAX_BYTES = MB;
const ENDINGS = new Set([".json", ".yaml", ".yml"]);

/** A model as it stands in a file; it may omit fields that the provider's own model has. */
export interface Entry {
  provider: string;
  file: LocatedFile;
  /** The place of the entry in its file. */
  path: readonly (string | number)[];
  value: Readonly<Record<string, unknown>> & { id: string };
}

/**
 * Returns the entries of all files in a folder, in the order of the files' names. Throws ConfigError with the
 * file and the line.
 */
export function readModelsDir(folder: string): Entry[] {
  const names = listed(folder).filter((name) => ENDINGS.has(extname(name).toLowerCase()));
  if (names.length > MAX_FILES)
    throw new ConfigError(`MODELS_DIR must have at most ${MAX_FILES} files; ${folder} has ${names.length}.`);
  const entries = names.flatMap((name) => entriesOf(folder, name));
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const other = seen.get(entry.value.id);
    if (other)
      throw entry.file.refuse(
        [...entry.path, "id"],
        `the model ${entry.value.id} stands in ${other.file.name}:${other.file.lineOf(other.path)} too.`,
      );
    seen.set(entry.value.id, entry);
  }
  return entries;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((each) => !each.isDirectory() && !each.name.startsWith("."))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    throw new ConfigError(`MODELS_DIR must be a folder that can be read, not "${folder}".`, { cause: error });
  }
}

function entriesOf(folder: string, name: string): Entry[] {
  const file = new LocatedFile(name, readText(folder, name, `MODELS_DIR: ${name}:1:`));
  const parsed = modelFile.safeParse(file.value, { reportInput: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []) as (string | number)[];
    const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
    throw file.refuse([...path, ...extra], issueSentence(issue ? [issue] : []));
  }
  const { provider, models } = parsed.data;
  return models.map((value, at) => {
    const path = ["models", at];
    const { graph } = value;
    if (typeof graph !== "string") return { provider, file, path, value };
    return { provider, file, path, value: { ...value, graph: readGraph(folder, file, path, graph) } };
  });
}

/** Reads a graph that stands in a file of its own below the folder. */
function readGraph(folder: string, file: LocatedFile, path: Entry["path"], given: string): unknown {
  const name = normalize(given);
  if (isAbsolute(name) || name.startsWith(".."))
    throw file.refuse([...path, "graph"], "graph must name a file below MODELS_DIR, or be the graph itself.");
  const where = `MODELS_DIR: ${file.name}:${file.lineOf([...path, "graph"])}: graph:`;
  try {
    return JSON.parse(readText(folder, name, where)) as unknown;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${where} ${name} is not valid JSON.`, { cause: error });
  }
}

/** Reads a file after its size was checked. */
function readText(folder: string, name: string, where: string): string {
  try {
    const path = join(folder, name);
    const about = statSync(path);
    if (!about.isFile()) throw new ConfigError(`${where} ${name} is no file.`);
    if (about.size > MAX_BYTES)
      throw new ConfigError(
        `${where} ${name} has ${Math.ceil(about.size / MB)} MB, and may have ${MAX_BYTES / MB}.`,
      );
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${where} ${name} cannot be read.`, { cause: error });
  }
}
