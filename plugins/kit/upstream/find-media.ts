import { ProviderError } from "../provider-error.js";
import type { ProviderOutput } from "../model-provider.js";

/** What a kind's file is when the upstream does not say. */
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

/** The type of a file by the ending of its address, else what is usual for the kind. */
export function typeOf(url: URL, kind: string): string {
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  return BY_ENDING[ending] ?? USUAL[kind] ?? "application/octet-stream";
}

/** Results as an upstream lists them: addresses, or objects with `url` and `content_type`. Throws when there is none. */
export function linkedOutputs(provider: string, kind: string, found: unknown): ProviderOutput[] {
  const all = (Array.isArray(found) ? found : [found]).flatMap((each: unknown) => outputOf(kind, each));
  if (all.length === 0)
    throw new ProviderError("unknown", `${provider} said that the job had succeeded, and gave no result.`);
  return all;
}

function outputOf(kind: string, each: unknown): ProviderOutput[] {
  const { url, content_type: type } = (typeof each === "object" && each !== null ? each : { url: each }) as {
    url?: unknown;
    content_type?: unknown;
  };
  if (typeof url !== "string") return [];
  const inline = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url);
  if (inline) return [{ contentType: inline[1] ?? "", body: Buffer.from(inline[2] ?? "", "base64") }];
  if (!URL.canParse(url)) return [];
  const body = new URL(url);
  return [{ contentType: typeof type === "string" && type.includes("/") ? type : typeOf(body, kind), body }];
}

/** What a job makes: an upscale gives what it was given. */
export const mediumOf = (kind: string, inputType: string): string =>
  kind === "upscale" ? (inputType.split("/")[0] ?? "image") : kind;
