import { ProviderError } from "../provider-error.js";
import type { ProviderOutput } from "../model-provider.js";

/** The content type of a file by its kind, for an upstream that does not say it. */
const USUAL: Readonly<Record<string, string>> = {
  image: "image/png",
  video: "video/mp4",
  audio: "audio/mpeg",
};

const BY_ENDING: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
};

/** Returns the content type of a file by the ending of its address, or else the usual one of its kind. */
export function typeOf(url: URL, kind: string): string {
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  return BY_ENDING[ending] ?? USUAL[kind] ?? "application/octet-stream";
}

/**
 * Returns the outputs of results as an upstream lists them: addresses, `data:` URLs, or objects with `url`
 * and `content_type`. Throws when there is no result, and for one without an address, because the others
 * alone would look like the whole.
 */
export function linkedOutputs(provider: string, kind: string, found: unknown): ProviderOutput[] {
  const listed: readonly unknown[] = Array.isArray(found) ? found : [found ?? []].flat();
  if (listed.length === 0)
    throw new ProviderError("unknown", `${provider} said that the job had succeeded, and gave no result.`);
  return listed.map((each, at) => {
    const output = outputOf(kind, each);
    if (output !== null) return output;
    const which = listed.length === 1 ? "the result" : `result ${at + 1} of ${listed.length}`;
    throw new ProviderError(
      "unknown",
      `${provider} said that the job had succeeded, and ${which} has no address.`,
    );
  });
}

function outputOf(kind: string, each: unknown): ProviderOutput | null {
  const { url, content_type: type } = (typeof each === "object" && each !== null ? each : { url: each }) as {
    url?: unknown;
    content_type?: unknown;
  };
  if (typeof url !== "string") return null;
  const inline = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url);
  if (inline) return { contentType: inline[1] ?? "", body: Buffer.from(inline[2] ?? "", "base64") };
  if (!URL.canParse(url)) return null;
  const body = new URL(url);
  return { contentType: typeof type === "string" && type.includes("/") ? type : typeOf(body, kind), body };
}

/** Returns the kind of file that a job makes: an upscale makes one of the kind of its input. */
export const mediumOf = (kind: string, inputType: string): string =>
  kind === "upscale" ? (inputType.split("/")[0] ?? "image") : kind;
