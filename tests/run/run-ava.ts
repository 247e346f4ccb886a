import { once } from "node:events";
import { createInterface } from "node:readline";
import { join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { AvaReading, type FileCount } from "./ava-reading.js";
import type { Failure } from "./failures.js";
import { startGuarded } from "./guarded.js";
import { writeGroups } from "./together/write-groups.js";

const KEPT_LINES = 300;
/** The package exports no way to name its command, and a bin link may be a shell script. */
const AVA = join(PACKAGE_ROOT, "node_modules/ava/entrypoints/cli.js");

export interface AvaResult {
  counts: ReadonlyMap<string, FileCount>;
  total: FileCount;
  /** The last lines that test processes printed. */
  printed: readonly string[];
  failures: readonly Failure[];
  /** Files that fail because one before them ended or held the process that they share. */
  notRun: readonly string[];
}

/**
 * Runs test files below dist/ in AVA. Failures are printed as they come, by AVA's own words;
 * what test processes print is kept and given back.
 */
export async function runAva(options: {
  files: readonly string[];
  /** More files, each group of them in one process, one after the other. */
  groups?: readonly (readonly string[])[];
  env: NodeJS.ProcessEnv;
  /** Files side by side; 1 unless told. */
  atOnce?: number;
  /** After so long without a sign of any file, those that still run are ended; what ava.config.js says unless told. */
  silence?: string | undefined;
  /** Where dist/ and ava.config.js are; the working folder unless told. */
  root?: string;
  print: (line: string) => void;
}): Promise<AvaResult> {
  const { root = process.cwd(), atOnce = 1, silence } = options;
  const inDist = (names: readonly string[]) => names.map((file) => join("dist", file));
  const files = inDist(options.files);
  const { groups, remove } = writeGroups(resolve(root), (options.groups ?? []).map(inDist));
  const reading = new AvaReading(files, groups);
  const ava = startGuarded({
    command: process.execPath,
    args: [
      AVA,
      `--concurrency=${atOnce}`,
      ...(silence === undefined ? [] : [`--timeout=${silence}`]),
      ...files,
      ...groups.map(({ file }) => file),
    ],
    folder: root,
    // AVA draws with other signs on TERM=linux.
    env: { ...options.env, TERM: "dumb", FORCE_COLOR: "0", NO_COLOR: "1", CI: "true" },
    output: "pipe",
  });
  const { stdout, stderr } = ava.process;
  if (stdout === null || stderr === null) throw new Error("AVA has no output.");
  const printed: string[] = [];
  createInterface({ input: stderr }).on("line", (line) => {
    printed.push(line);
    if (printed.length > KEPT_LINES) printed.shift();
  });
  const reader = createInterface({ input: stdout });
  reader.on("line", (line) => {
    const shown = reading.read(line);
    if (shown !== null) options.print(shown);
  });
  const isRead = once(reader, "close");
  const code = await ava.ended;
  await isRead;
  const result = {
    total: reading.end(code),
    counts: reading.counts,
    failures: reading.failures(),
    printed,
    notRun: reading.notRun(),
  };
  remove();
  return result;
}
