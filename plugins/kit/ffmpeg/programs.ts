import { execFile } from "node:child_process";
import { extname, join } from "node:path";
import { helperFlags } from "../../../runtime/process/helper-process.js";

export type Program = "ffmpeg" | "ffprobe";

export interface Programs {
  /** The origin of the programs: the machine, or the npm package in WebAssembly (ADR-0029). */
  origin: "machine" | "npm";
  /**
   * Returns the command and the arguments that run a program; the one of npm can open the given files only.
   */
  command(program: Program, files: readonly string[], args: readonly string[]): [string, string[]];
}

const IN_WASM = join(import.meta.dirname, `in-wasm${extname(import.meta.filename)}`);
const IN_WASM_FLAGS = [
  "--max-old-space-size=64",
  "--max-semi-space-size=1",
  "--v8-pool-size=1",
  "--no-warnings",
];
const MAX_LIST_BYTES = 2 ** 20;
const LOOK_MS = 10_000;

const OF_MACHINE: Programs = {
  origin: "machine",
  command: (program, _files, args) => [program, [...args]],
};
const OF_NPM: Programs = {
  origin: "npm",
  command: (program, files, args) => [
    process.execPath,
    [...helperFlags(), ...IN_WASM_FLAGS, IN_WASM, program, JSON.stringify(files), ...args],
  ],
};

let chosen: Promise<Programs> | undefined;

/**
 * Resolves to the ffmpeg and ffprobe on PATH if both are there and ffmpeg encodes H.264 and AAC, or else to
 * those of npm. A process of the studio looks for them once.
 */
export const findPrograms = (): Promise<Programs> => (chosen ??= choose());

async function choose(): Promise<Programs> {
  const [encoders, version] = await Promise.all([
    saidBy("ffmpeg", ["-hide_banner", "-v", "error", "-encoders"]),
    saidBy("ffprobe", ["-v", "error", "-version"]),
  ]);
  const isFit = / libx264 /u.test(encoders) && / aac /u.test(encoders) && version !== "";
  return isFit ? OF_MACHINE : OF_NPM;
}

const saidBy = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile(command, args, { timeout: LOOK_MS, maxBuffer: MAX_LIST_BYTES }, (error, said) =>
      resolve(error === null ? said : ""),
    ),
  );
