import { readFile, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** The file where a plugin begins, or the reason why there is none. */
export type EntryPoint = { file: string } | { reason: string };

const ENDINGS = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];
const INDEX = ENDINGS.map((ending) => `index${ending}`);
const FORMS = `a plugin is a file (${ENDINGS.join(", ")}), or a folder with an index file or a package.json whose "main" names one`;

const isModule = (path: string): boolean =>
  ENDINGS.some((ending) => path.endsWith(ending)) && !path.endsWith(".d.ts");

/** Returns the entry point of a single file in PLUGINS_DIR. */
export const fileOf = (path: string): EntryPoint =>
  isModule(path) ? { file: path } : { reason: `It is of an unknown form: ${FORMS}.` };

/**
 * Returns the entry point of a folder in PLUGINS_DIR: the `main` of its package.json, or else its index file.
 * Throws if the folder cannot be read.
 */
export async function entryPointOf(folder: string): Promise<EntryPoint> {
  const names = await readdir(folder);
  const main = names.includes("package.json") ? await readMain(join(folder, "package.json")) : null;
  if (main !== null) return typeof main === "string" ? resolveMain(folder, main) : main;
  const name = INDEX.find((each) => names.includes(each));
  return name === undefined
    ? { reason: `The folder has no entry point: ${FORMS}.` }
    : { file: join(folder, name) };
}

async function readMain(path: string): Promise<string | { reason: string } | null> {
  try {
    const { main } = JSON.parse(await readFile(path, "utf8")) as { main?: unknown };
    if (main === undefined) return null;
    return typeof main === "string" ? main : { reason: 'The "main" of its package.json is no text.' };
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: `Its package.json is no JSON: ${error.message}.` };
    throw error;
  }
}

/**
 * Resolves `main` as Node does: to the file itself, the file with an ending, or the index file of a folder.
 */
async function resolveMain(folder: string, main: string): Promise<EntryPoint> {
  const wanted = join(folder, main);
  const candidates = [
    wanted,
    ...ENDINGS.map((ending) => `${wanted}${ending}`),
    ...INDEX.map((name) => join(wanted, name)),
  ];
  for (const candidate of candidates.filter(isModule)) {
    const isFile = await stat(candidate).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) continue;
    const file = await realpath(candidate);
    return file.startsWith(`${folder}/`)
      ? { file }
      : { reason: `The "main" of its package.json, ${main}, lies outside of the folder.` };
  }
  return {
    reason: `The "main" of its package.json, ${main}, names no ${ENDINGS.join(", ")} file of the folder.`,
  };
}
