import { once } from "node:events";
import { createInterface } from "node:readline";
import { join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { AvaReading, type FileCount } from "./ava-reading.js";
import type { Failure } from "./failures.js";
import { startGuarded } from "./guarded.js";
import { writeGroups } from "./together/write-groups.js";

const KEPT_LINES = 300;
/** Path of AVA's command. The package does not export it, and a link in node_modules/.bin may be a shell script. */
const AVA = join(PACKAGE_ROOT, "node_modules/ava/entrypoints/cli.js");

export interface AvaResult {
  counts: ReadonlyMap<string, FileCount>;
  total: FileCount;
  /** The last lines that test processes printed. */
  printed: readonly string[];
  failures: readonly Failure[];
  /** Files that did not run, because an earlier one ended the process that they share or did not end itself. */
  notRun: readonly string[];
}

/**
 * Runs test files below dist/ in AVA. Prints failures as they come, as AVA words them, and returns the last lines that the test
 * processes printed.
 */
export async function runAva(options: {
  files: readonly string[];
  /** Groups of further files; the files of a group run one after the other in one process. */
  groups?: readonly (readonly string[])[];
  env: NodeJS.ProcessEnv;
  /** Number of files that run side by side, by default 1. */
  atOnce?: number;
  /** The time without a report of any test after which AVA ends the files that still run, by default that of ava.config.js. */
  silence?: string | undefined;
  /** The folder of dist/ and ava.config.js, by default the working folder. */
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
    // With TERM=linux AVA prints other signs than those that AvaReading knows.
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
