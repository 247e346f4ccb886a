import { join } from "node:path";
import sharp from "sharp";
import type { ScriptContext } from "../../../../runtime/process/studio/index.js";
import { QUIET } from "../../../kit/ffmpeg/guards.js";
import { runProgram } from "../../../kit/ffmpeg/run-program.js";
import { readPrompt } from "../canvas/read-prompt.js";
import { renderImages } from "../canvas/render-image.js";
import { Chance, hashText } from "../canvas/seed.js";
import { type Raster, toRaster } from "../canvas/style/raster.js";
import { usedWords } from "../canvas/used-words.js";
import type { MadeFile } from "../in-studio.js";
import { makeMusic, musicFade } from "../sound/make-music.js";
import { RATE } from "../sound/track.js";
import { WavFile } from "../sound/wav-file.js";
import { chooseMove, CLOSEST, readMoves } from "./camera.js";
import { frameSize, type Size } from "./frame-size.js";
import { type Film, frameCount, framesOf, FRAMES_PER_SECOND } from "./frames.js";
import { readTitle } from "./read-title.js";
import { titleLayer } from "./title-layer.js";

export interface FilmOrder {
  folder: string;
  jobId: string;
  prompt: string;
  seconds: number;
  aspectRatio: string;
  resolution: string;
  sound: boolean;
  /** Clean pictures. The first and the last frame, and what is shown in between. */
  first: string | null;
  last: string | null;
  between: readonly string[];
}

/** Painted for a film that was given no picture, by its length. */
const paintedFor = (seconds: number): number => (seconds < 4 ? 1 : seconds < 8 ? 2 : 3);

/** A work of the studio: makes a film of pictures, as MP4. The same order gives the same bytes with one build of ffmpeg. */
export async function work(order: FilmOrder, { signal, progress }: ScriptContext): Promise<MadeFile[]> {
  const film = await planFilm(order);
  const sound = order.sound ? await composeSound(order) : null;
  const path = join(order.folder, "film.mp4");
  const total = frameCount(film);
  async function* frames(): AsyncGenerator<Buffer> {
    let done = 0;
    for (const frame of framesOf(film)) {
      yield frame;
      done += 1;
      if (done % 6 === 0) progress(done / total);
    }
  }
  const args = [
    ...QUIET,
    ...pictureArgs(film.size),
    ...soundArgs(sound),
    ...OUTPUT,
    "-t",
    String(order.seconds),
    path,
  ];
  const files = sound === null ? [path] : [sound, path];
  const { code, complaint } = await runProgram("ffmpeg", { args, files, signal, input: frames() });
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}: ${complaint}`);
  const title = readTitle(order.prompt);
  const metadata = { usedWords: usedWords(order.prompt), title, ...film.size, seconds: order.seconds };
  return [{ contentType: "video/mp4", path, metadata }];
}

const pictureArgs = ({ width, height }: Size): string[] => [
  ..."-y -f rawvideo -pix_fmt rgb24".split(" "),
  "-s",
  `${width}x${height}`,
  "-r",
  String(FRAMES_PER_SECOND),
  "-i",
  "pipe:0",
];
const soundArgs = (path: string | null): string[] =>
  path === null ? ["-an"] : ["-f", "wav", "-i", path, "-c:a", "aac", "-b:a", "128k"];
/** One thread and no dates or versions: the same bytes each time. */
const OUTPUT =
  "-vf scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+bitexact,format=yuv420p -c:v libx264 -preset veryfast -crf 20 -threads 1 -g 48 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -movflags +faststart -f mp4".split(
    " ",
  );

async function planFilm(order: FilmOrder): Promise<Film> {
  const size = frameSize(order.aspectRatio, order.resolution);
  const { seed, hash } = readPrompt(order.prompt);
  const chance = new Chance(hashText(`film/${seed ?? order.jobId}/${hash}`));
  const given = [order.first, ...order.between, order.last].filter((path) => path !== null);
  const paints =
    given.length > 0
      ? order.first === null && order.between.length === 0
        ? 1
        : 0
      : paintedFor(order.seconds);
  const painted = paints === 0 ? [] : await paint(order, paints);
  const sources: (string | Buffer)[] = [...painted, ...given];
  const named = readMoves(order.prompt);
  const shots: Film["shots"][number][] = [];
  for (const [index, source] of sources.entries()) {
    const pins = {
      first: index === 0 && order.first !== null,
      last: index === sources.length - 1 && order.last !== null,
    };
    shots.push({ picture: await fill(source, size), move: chooseMove(named, index, pins, chance) });
  }
  const lines = readTitle(order.prompt);
  return {
    size,
    seconds: order.seconds,
    shots,
    title: lines.length === 0 ? null : await titleLayer(lines, size),
  };
}

const paint = ({ jobId, prompt, aspectRatio, resolution }: FilmOrder, numImages: number): Promise<Buffer[]> =>
  renderImages({
    jobId,
    prompt,
    aspectRatio,
    resolution: resolution === "480p" ? "1K" : "2K",
    numImages,
    references: [],
  });

/** A picture as it fills the frame, with as many pixels as its closest view needs. */
function fill(source: string | Buffer, { width, height }: Size): Promise<Raster> {
  const [wide, high] = [width, height].map((side) => Math.round(side / CLOSEST));
  return toRaster(
    sharp(source).flatten({ background: "black" }).resize({ width: wide, height: high, fit: "cover" }),
  );
}

async function composeSound({ folder, jobId, prompt, seconds }: FilmOrder): Promise<string> {
  const { track } = makeMusic({ jobId, prompt, seconds });
  const path = join(folder, "sound.wav");
  const file = await WavFile.create(path, { rate: RATE, channels: 2 });
  await file.add(track.toSamples(musicFade(seconds)));
  await file.end();
  return path;
}

sharp.cache(false);
sharp.concurrency(1);
