import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { Readable as Source } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findPrograms, type Program } from "./programs.js";

export interface ProgramRun {
  args: readonly string[];
  /** The paths among the arguments. The programs of npm can open no other file. */
  files: readonly string[];
  signal: AbortSignal;
  /** The standard input of the program. */
  input?: AsyncIterable<Buffer>;
  /**
   * Reads the program's standard output while it comes. Without it the first megabyte or so is returned as
   * `output`.
   */
  take?(output: Readable): Promise<void>;
}

export interface Said {
  code: number | null;
  output: string;
  /** The last line of its errors, without paths. */
  complaint: string;
}

/** The complaint of a program that could not write because the disk is full, whatever it says after that. */
export const DISK_IS_FULL = "there is no space left on the disk";

const MAX_KEPT_BYTES = 2 ** 20;
const MAX_COMPLAINT = 2000;

/**
 * Runs ffmpeg or ffprobe to its end. It is called in processes of the studio only, whose limits hold for what
 * they start too. Rejects when the program cannot be started, when the signal aborts, or when its input or
 * output breaks off for another reason than the program's end.
 */
export async function runProgram(program: Program, run: ProgramRun): Promise<Said> {
  const programs = await findPrograms();
  run.signal.throwIfAborted();
  const [command, args] = programs.command(program, run.files, run.args);
  const child = spawn(command, args, { stdio: [run.input ? "pipe" : "ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  run.signal.addEventListener("abort", kill, { once: true });
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT);
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", (code) => resolve(code)),
  );
  let output = "";
  const taken = run.take
    ? run.take(child.stdout as Readable)
    : keep(child.stdout as Readable, (text) => (output = text));
  const fed = run.input ? feed(run.input, child.stdin) : Promise.resolve();
  try {
    const [code] = await Promise.all([ended, taken, fed]);
    run.signal.throwIfAborted();
    return { code, output, complaint: lastLine(complaint) };
  } catch (error) {
    kill();
    throw error;
  } finally {
    run.signal.removeEventListener("abort", kill);
  }
}

async function keep(source: Readable, done: (text: string) => void): Promise<void> {
  let text = "";
  for await (const chunk of source.setEncoding("utf8"))
    if (text.length < MAX_KEPT_BYTES) text += chunk as string;
  done(text);
}

/**
 * Writes the input. A program that has read enough closes its input; its exit code tells whether that is an
 * error.
 */
async function feed(frames: AsyncIterable<Buffer>, sink: NodeJS.WritableStream | null): Promise<void> {
  if (sink === null) return;
  try {
    await pipeline(Source.from(frames, { objectMode: true, highWaterMark: 1 }), sink);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE" && code !== "ECONNRESET" && code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** Returns the last line of a program's errors, without paths of files and addresses of memory. */
function lastLine(text: string): string {
  if (text.includes("No space left on device")) return DISK_IS_FULL;
  if (text.includes("Format not on whitelist")) return "it is of a format that is not accepted";
  const codec = /Codec \(([\w-]+)\) not on whitelist/u.exec(text)?.[1];
  if (codec !== undefined) return `its codec ${codec} is not accepted`;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("Aborted("));
  return (lines.at(-1) ?? "")
    .replaceAll(/(?:file:)?(?:\/[^\s:'",]+)+/gu, "it")
    .replaceAll(/\[[^[\]@]*@ 0x[0-9a-f]+\]\s*/gu, "")
    .replace(/^it:\s*/u, "")
    .trim()
    .slice(0, 200);
}
