import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { Readable as Source } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findPrograms, type Program } from "./programs.js";

export interface ProgramRun {
  args: readonly string[];
  /** Paths that stand in the arguments: it opens no other. */
  files: readonly string[];
  signal: AbortSignal;
  /** What it reads from its standard input. */
  input?: AsyncIterable<Buffer>;
  /** Takes its standard output as it comes; kept and given when left out. */
  take?(output: Readable): Promise<void>;
}

export interface Said {
  code: number | null;
  output: string;
  /** The last of what it complained of, in one line. */
  complaint: string;
}

const MAX_KEPT_BYTES = 2 ** 20;
const MAX_COMPLAINT = 2000;

/**
 * For processes of the studio alone, whose limits hold for what they start too: runs ffmpeg or ffprobe to its end. Rejects when
 * it cannot be started, or when what it reads or writes breaks off for another reason than its own end.
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

/** A program that has enough closes its end: its code tells whether that was right. */
async function feed(frames: AsyncIterable<Buffer>, sink: NodeJS.WritableStream | null): Promise<void> {
  if (sink === null) return;
  try {
    await pipeline(Source.from(frames, { objectMode: true, highWaterMark: 1 }), sink);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE" && code !== "ECONNRESET" && code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** Paths are the studio's own affair, and so are addresses of memory. */
function lastLine(text: string): string {
  if (text.includes("Format not on whitelist")) return "it is of a format that is not accepted";
  const codec = /Codec \(([\w-]+)\) not on whitelist/u.exec(text)?.[1];
  if (codec !== undefined) return `its codec ${codec} is not accepted`;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("Aborted("));
  return (lines.at(-1) ?? "")
    .replaceAll(/(?:file:)?(?:\/[^\s:'",]+)+/gu, "it")
    .replaceAll(/\[[^\]]*@ 0x[0-9a-f]+\]\s*/gu, "")
    .replace(/^it:\s*/u, "")
    .trim()
    .slice(0, 200);
}
