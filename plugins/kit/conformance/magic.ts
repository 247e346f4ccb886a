interface Signature {
  /** The content types that a file with these first bytes may have. */
  types: readonly string[];
  matches(bytes: Buffer): boolean;
}

const startsWith =
  (hex: string, at = 0) =>
  (bytes: Buffer): boolean =>
    bytes.subarray(at).indexOf(Buffer.from(hex, "hex")) === 0;
const text = (value: string): string => Buffer.from(value, "latin1").toString("hex");
const riff = (form: string) => (bytes: Buffer) =>
  startsWith(text("RIFF"))(bytes) && startsWith(text(form), 8)(bytes);
const brand =
  (...brands: readonly string[]) =>
  (bytes: Buffer) =>
    startsWith(text("ftyp"), 4)(bytes) &&
    (brands.length === 0 || brands.some((name) => startsWith(text(name), 8)(bytes)));

const SIGNATURES: readonly Signature[] = [
  { types: ["image/png"], matches: startsWith("89504e470d0a1a0a") },
  { types: ["image/jpeg"], matches: startsWith("ffd8ff") },
  { types: ["image/gif"], matches: startsWith(text("GIF8")) },
  { types: ["image/webp"], matches: riff("WEBP") },
  { types: ["image/avif"], matches: brand("avif", "avis", "mif1") },
  { types: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], matches: riff("WAVE") },
  {
    types: ["audio/mpeg", "audio/mp3"],
    matches: (bytes) => startsWith(text("ID3"))(bytes) || isMpegFrame(bytes),
  },
  {
    types: ["audio/aac"],
    matches: (bytes) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0,
  },
  { types: ["audio/flac", "audio/x-flac"], matches: startsWith(text("fLaC")) },
  { types: ["audio/ogg", "audio/opus", "video/ogg"], matches: startsWith(text("OggS")) },
  {
    types: ["video/mp4", "audio/mp4", "audio/x-m4a", "video/quicktime", "video/x-m4v"],
    matches: brand(),
  },
  { types: ["video/webm", "audio/webm", "video/x-matroska"], matches: startsWith("1a45dfa3") },
];

/** Returns true for the beginning of an MPEG audio frame: eleven set bits, and a layer that exists. */
const isMpegFrame = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && ((bytes[1] ?? 0) & 0x06) !== 0;

/**
 * Returns null if the first bytes are those of this content type, or else a sentence that says what is wrong.
 */
export function magicProblem(contentType: string, bytes: Buffer): string | null {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const fitting = SIGNATURES.filter(({ types }) => types.includes(type));
  if (fitting.length === 0) return `${contentType} is not a content type that this suite knows`;
  if (fitting.some(({ matches }) => matches(bytes))) return null;
  return `the file says ${contentType} but starts with ${bytes.subarray(0, 8).toString("hex") || "nothing"}`;
}
