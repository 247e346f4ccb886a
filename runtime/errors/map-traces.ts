import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

/** By the URL of a compiled file; null where there is no map of it. */
const maps = new Map<string, SourceMap | null>();

/**
 * From now on traces name sources, as with `--enable-source-maps`. Node would read the map of each file that it loads, 1,300 of them at a
 * start; here a map is read when the first trace names its file. Those of libraries are left alone.
 */
export function mapTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join("\n");
}

function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function lineOf(frame: NodeJS.CallSite): string {
  // oxlint-disable-next-line no-base-to-string -- V8 lets a frame say where it is; its type does not know it
  const line = String(frame);
  const file = frame.getFileName();
  const [row, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  if (!file || row === null || column === null) return line;
  const entry = mapOf(file)?.findEntry(row - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return line;
  const { originalSource, originalLine, originalColumn } = entry;
  return line.replace(
    `${file}:${row}:${column}`,
    `${originalSource}:${originalLine + 1}:${originalColumn + 1}`,
  );
}

function mapOf(file: string): SourceMap | null {
  if (!file.startsWith("file:") || file.includes("/node_modules/")) return null;
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    // Without the version that a reload appends.
    const path = fileURLToPath(new URL(new URL(file).pathname, "file:"));
    const payload = JSON.parse(readFileSync(`${path}.map`, "utf8")) as SourceMapPayload;
    const sources = payload.sources.map((source) => fileURLToPath(new URL(source, file)));
    map = new SourceMap({ ...payload, sources });
  } catch {
    // An error must not be lost for want of a map.
  }
  maps.set(file, map);
  return map;
}
