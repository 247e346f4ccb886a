import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { makePng } from "../../../plugins/kit/media/png.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { type Limits, scriptBeside, Studio, StudioError } from "../../../runtime/process/studio/index.js";
import { ofRings } from "../../helpers/of-rings.js";
import type { FilmWork } from "../../helpers/film-script.js";

const SCRIPT = scriptBeside(import.meta, "../../helpers/film-script");
const LIMITS: Limits = { cpuSeconds: 60, wallSeconds: 300, memoryMb: 400 };
const signal = new AbortController().signal;
const machinePath = process.env.PATH;
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).error === undefined;

/** Opens a studio whose processes find no program of the machine except the one that limits them. */
async function bareStudio(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), "bare-path-"));
  for (const place of ["/usr/bin/prlimit", "/bin/prlimit"])
    if (existsSync(place)) {
      await symlink(place, join(folder, "prlimit"));
      break;
    }
  process.env.PATH = folder;
  return new Studio({ processes: { quick: 1, long: 1 }, totalMb: 900 });
}
test.afterEach.always(() => {
  process.env.PATH = machinePath;
});

const run = (studio: Studio, data: FilmWork): Promise<Record<string, unknown>> =>
  studio.run({ script: SCRIPT, data, account: "ann", lane: "long", limits: LIMITS, signal }) as Promise<
    Record<string, unknown>
  >;
const openStudio = async (origin: "machine" | "npm") =>
  origin === "npm" ? bareStudio() : new Studio({ processes: { quick: 1, long: 1 }, totalMb: 900 });
const folderFor = () => mkdtemp(join(tmpdir(), "film-"));

/** The film that was made last. */
let film: Buffer;
for (const origin of hasFfmpeg ? (["npm", "machine"] as const) : (["npm"] as const)) {
  test.serial(`${origin}: H.264 and AAC in an MP4, the same bytes twice, probed as they are`, async (t) => {
    const studio = await openStudio(origin);
    const folder = await folderFor();
    const [first, second] = [join(folder, "first.mp4"), join(folder, "second.mp4")];
    for (const to of [first, second])
      t.like(await run(studio, { do: "encode", to, frames: 48 }), { origin, code: 0 });
    film = await readFile(first);
    t.deepEqual(film, await readFile(second));
    const { probed } = await run(studio, { do: "probe", path: first });
    t.like(probed, {
      picture: { codec: "h264", width: 160, height: 90, rate: 24 },
      sound: { codec: "aac", channels: 1, rate: 44_100 },
    });
    t.true(Math.abs((probed as { seconds: number }).seconds - 2) < 0.1);
  });

  test.serial(
    `${origin}: what names other files, or is broken, is refused, and reads nothing else (rules/running 25)`,
    async (t) => {
      const studio = await openStudio(origin);
      const folder = await folderFor();
      const secret = join(folder, "secret.wav");
      await writeFile(secret, makeWav(1, 440));
      const bad: Record<string, string | Buffer> = {
        "hls.mp4": `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${secret}\n#EXT-X-ENDLIST\n`,
        "concat.mp4": `ffconcat version 1.0\nfile ${secret}\n`,
        "sdp.mp4": "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
        "dash.mp4": `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet mimeType="audio/wav"><Representation id="1"><BaseURL>file://${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
        "text.mp4": "nothing of media",
        "empty.mp4": "",
        "half.mp4": film.subarray(0, 700),
      };
      // The rings ask the machine's program about a list of names and half a film, and that of npm about all.
      const asked =
        origin === "npm"
          ? Object.entries(bad)
          : ofRings(Object.entries(bad), { always: ([name]) => ["concat.mp4", "half.mp4"].includes(name) });
      for (const [name, body] of asked) {
        const path = join(folder, name);
        await writeFile(path, body);
        const refused = await t.throwsAsync(
          run(studio, { do: "probe", path }),
          { instanceOf: StudioError },
          name,
        );
        t.is(refused?.fault, "refused", `${name}: ${refused?.message}`);
        t.false(refused?.message.includes(folder), `${name}: ${refused?.message}`);
      }
    },
  );
}

test.serial("a picture alone and a file that lies about its length are told by their heads", async (t) => {
  const studio = await openStudio("npm");
  const folder = await folderFor();
  const wav = join(folder, "long.wav");
  await writeFile(wav, makeWav(1, 440));
  const lying = join(folder, "lying.wav");
  await copyFile(wav, lying);
  await truncate(lying, 400);
  t.like(await run(studio, { do: "probe", path: wav }), { probed: { seconds: 1, picture: null } });
  t.like(await run(studio, { do: "probe", path: lying }), { probed: { picture: null } });
  const png = join(folder, "picture.png");
  await writeFile(
    png,
    await makePng(64, 64, [
      [0, 0, 0],
      [255, 255, 255],
    ]),
  );
  await t.throwsAsync(run(studio, { do: "probe", path: png }), { instanceOf: StudioError });
});
