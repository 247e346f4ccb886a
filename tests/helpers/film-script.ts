import { findPrograms } from "../../plugins/kit/ffmpeg/programs.js";
import { probe } from "../../plugins/kit/ffmpeg/probe.js";
import { runProgram } from "../../plugins/kit/ffmpeg/run-program.js";

/** Work that the tests of ffmpeg give to a process of the studio. */
export type FilmWork = { do: "encode"; to: string; frames: number } | { do: "probe"; path: string };

async function* squares(count: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(160 * 90 * 3, (at * 9) % 256);
}

/** Does one work of the studio. */
export async function work(wanted: FilmWork, { signal }: { signal: AbortSignal }): Promise<unknown> {
  const { origin } = await findPrograms();
  if (wanted.do === "probe") return { origin, probed: await probe(wanted.path, signal) };
  const args = [
    ..."-v error -y -f rawvideo -pix_fmt rgb24 -s 160x90 -r 24 -i pipe:0 -f lavfi -i sine=440:r=44100".split(
      " ",
    ),
    ..."-shortest -c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac -threads 1 -fflags +bitexact".split(
      " ",
    ),
    ..."-flags:v +bitexact -flags:a +bitexact -movflags +faststart -f mp4".split(" "),
    wanted.to,
  ];
  return {
    origin,
    ...(await runProgram("ffmpeg", { args, files: [wanted.to], signal, input: squares(wanted.frames) })),
  };
}
