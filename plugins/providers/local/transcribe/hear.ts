import { spawn } from "node:child_process";
import { join } from "node:path";
import { Refusal } from "../../../../runtime/process/studio/refusal.js";
import type { ScriptContext } from "../../../../runtime/process/studio/index.js";
import { QUIET, UNTRUSTED } from "../../../kit/ffmpeg/guards.js";
import { probe } from "../../../kit/ffmpeg/probe.js";
import { runProgram } from "../../../kit/ffmpeg/run-program.js";
import { ENGINE } from "./engine.js";
import { type Heard, readWords } from "./read-words.js";

export interface HearOrder {
  folder: string;
  /** The untrusted file as it was sent. */
  source: string;
  seconds: number;
}

const MAX_OUTPUT = 16 * 2 ** 20;

/** A work of the studio: hears the words of a recording or a film. Throws Refusal. */
export async function work(
  { folder, source, seconds }: HearOrder,
  { signal }: ScriptContext,
): Promise<Heard> {
  const { sound } = await probe(source, signal);
  if (sound === null) throw new Refusal("it has no sound");
  const path = join(folder, "speech.wav");
  const args = [
    ...QUIET,
    "-nostdin",
    "-y",
    ...UNTRUSTED,
    "-threads",
    "1",
    "-t",
    String(seconds),
    "-i",
    source,
    ..."-map 0:a:0 -vn -sn -dn -ac 1 -ar 16000 -bitexact -c:a pcm_s16le -f wav".split(" "),
    "-t",
    String(seconds),
    path,
  ];
  const { code, complaint } = await runProgram("ffmpeg", { args, files: [source, path], signal });
  if (code !== 0) throw new Refusal(complaint === "" ? "its sound cannot be decoded" : complaint);
  return readWords(await listen(path), seconds);
}

/** The studio ends it with this process. */
function listen(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["-infile", path, "-time", "yes", "-logfn", "/dev/null"];
    const child = spawn(ENGINE, args, { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < MAX_OUTPUT) output += text;
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${ENGINE} ended with code ${code}.`)),
    );
  });
}
