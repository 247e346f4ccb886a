import { spawn } from "node:child_process";

const TIMEOUT_MS = 20_000;

/** Containers of media; playlists and the like, which name other files, are not among them. */
const FORMATS =
  "mov,matroska,avi,mpegts,mpeg,mpegvideo,flv,ogg,asf,h264,hevc,ivf,m4v,gif,mjpeg,dv,rm,mxf,nut,obu";

// What the file says can open no address and nothing but media.
const GUARDS = `-protocol_whitelist file,pipe -format_whitelist ${FORMATS} -max_pixels 120000000 -threads 1`;
const ONE_PICTURE = "-map 0:v:0 -an -sn -dn -frames:v 1 -c:v png -f image2 -update 1";
const AT_MOST_512 = "scale=w='min(512,iw)':h='min(512,ih)':force_original_aspect_ratio=decrease";

const argumentsFor = (input: string, output: string): string[] => [
  ..."-nostdin -v error -y".split(" "),
  ...GUARDS.split(" "),
  "-i",
  input,
  ...ONE_PICTURE.split(" "),
  "-vf",
  AT_MOST_512,
  output,
];

/**
 * For the process of pictures alone: it has neither secrets nor requests that would wait while a program starts.
 * Writes the first picture of a video as PNG, by the ffmpeg on PATH. False without one, and for what it cannot
 * decode. Throws when it took too long.
 */
export function firstFrame(input: string, output: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("ffmpeg", argumentsFor(input, output), { stdio: "ignore" });
    let hasTime = true;
    const kill = () => {
      hasTime = false;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(kill, TIMEOUT_MS);
    signal.addEventListener("abort", kill, { once: true });
    const settle = (then: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      then();
    };
    child.once("error", (error: NodeJS.ErrnoException) =>
      settle(() => (error.code === "ENOENT" ? resolve(false) : reject(error))),
    );
    child.once("exit", (code) =>
      settle(() =>
        hasTime ? resolve(code === 0) : reject(new Error("Reading the first frame took too long.")),
      ),
    );
  });
}
