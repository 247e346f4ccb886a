import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { ConfigError } from "../../config/load-config.js";

/** Loads the YAML module with the first file, because a deployment without MODELS_DIR does not need it. */
const yaml = () => createRequire(import.meta.url)("yaml") as typeof Yaml;

/** The number of aliases that a file may resolve, so that a bomb of aliases is refused before it is built. */
const MAX_ALIASES = 100;
/**
 * The greatest depth of brackets, and of maps and lists by indentation. A file of a million brackets would
 * exhaust the stack.
 */
const MAX_DEPTH = 40;

type Path = readonly (string | number)[];

/** A YAML or JSON file that knows the lines of its values. */
export class LocatedFile {
  readonly name: string;
  readonly value: unknown;
  readonly #document: Yaml.Document;
  readonly #lines: Yaml.LineCounter;

  /** Parses the text. Throws ConfigError with the file and the line if it is not valid. */
  constructor(name: string, text: string) {
    this.name = name;
    const { LineCounter, parseDocument } = yaml();
    this.#lines = new LineCounter();
    const deep = tooDeep(text);
    if (deep !== null) throw at(name, deep, `nests lists and objects more than ${MAX_DEPTH} levels deep.`);
    try {
      this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    } catch {
      throw at(name, 1, "is no JSON and no YAML.");
    }
    const [error] = this.#document.errors;
    if (error) throw at(name, this.#lines.linePos(error.pos[0]).line, oneLine(error.message));
    try {
      this.value = this.#document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      throw at(name, 1, oneLine((error as Error).message));
    }
  }

  /** Returns the error that refuses a value of the file. */
  refuse(path: Path, sentence: string): ConfigError {
    return at(this.name, this.lineOf(path), sentence);
  }

  /** Returns the line of a value, or of the nearest existing value around it. */
  lineOf(path: Path): number {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.#offsetOf(path.slice(0, length));
      if (offset !== null) return this.#lines.linePos(offset).line;
    }
    return 1;
  }

  #offsetOf(path: Path): number | null {
    const { isMap, isNode, isPair } = yaml();
    const parent: unknown =
      path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const last = path.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && String(item.key) === String(last));
      return isNode(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
    }
    const node: unknown = this.#document.getIn(path, true);
    return isNode(node) ? (node.range?.[0] ?? null) : null;
  }
}

const at = (file: string, line: number, sentence: string): ConfigError =>
  new ConfigError(`MODELS_DIR: ${file}:${line}: ${sentence}`);

const oneLine = (text: string): string => {
  const [first = ""] = text.split("\n");
  return /[.!?]$/.test(first) ? first : `${first}.`;
};

/**
 * Returns the line at which brackets, or maps and lists by indentation, first nest more than MAX_DEPTH levels
 * deep, or null. The check runs before anything is parsed.
 */
function tooDeep(text: string): number | null {
  let depth = 0;
  let line = 1;
  for (const letter of text) {
    if (letter === "\n") line += 1;
    else if (letter === "[" || letter === "{") depth += 1;
    else if ((letter === "]" || letter === "}") && depth > 0) depth -= 1;
    if (depth > MAX_DEPTH) return line;
  }
  const columns: number[] = [];
  for (const [index, each] of text.split("\n").entries()) {
    if (/^\s*(#|$)/.test(each)) continue;
    // The dashes and marks of keys at the beginning of a line each begin a level, as does what follows them.
    const start = /^(?:[-?:]?\s+)*[-?:]?/.exec(each)?.[0] ?? "";
    const begun = [...start.matchAll(/[-?:]/g)].map((found) => found.index);
    if (start.length < each.trimEnd().length) begun.push(start.length);
    while ((columns.at(-1) ?? -1) >= (begun[0] ?? 0)) columns.pop();
    columns.push(...begun);
    if (columns.length > MAX_DEPTH) return index + 1;
  }
  return null;
}
