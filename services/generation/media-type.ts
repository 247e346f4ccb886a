interface Format {
  /** Content types that a file with these bytes may have; the first one is the usual one. */
  types: readonly string[];
  matches(head: Buffer): boolean;
}

const ascii = (head: Buffer, text: string, at = 0) =>
  head.subarray(at, at + text.length).toString("latin1") === text;
const hex = (head: Buffer, bytes: string) => head.subarray(0, bytes.length / 2).toString("hex") === bytes;
const riff = (form: string) => (head: Buffer) => ascii(head, "RIFF") && ascii(head, form, 8);
const brand =
  (...names: readonly string[]) =>
  (head: Buffer) =>
    ascii(head, "ftyp", 4) && (names.length === 0 || names.some((name) => ascii(head, name, 8)));
const isMpegFrame = (head: Buffer) => {
  const [first = 0, second = 0] = head;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
};

/** The known formats; the first one that matches counts. */
const FORMATS: readonly Format[] = [
  { types: ["image/png"], matches: (head) => hex(head, "89504e470d0a1a0a") },
  { types: ["image/jpeg", "image/jpg"], matches: (head) => hex(head, "ffd8ff") },
  { types: ["image/gif"], matches: (head) => ascii(head, "GIF8") },
  { types: ["image/webp"], matches: riff("WEBP") },
  {
    types: ["image/avif", "image/heic", "image/heif"],
    matches: brand("avif", "avis", "mif1", "heic", "heix"),
  },
  { types: ["image/tiff"], matches: (head) => hex(head, "49492a00") || hex(head, "4d4d002a") },
  { types: ["image/bmp"], matches: (head) => ascii(head, "BM") },
  { types: ["image/jxl"], matches: (head) => hex(head, "0000000c4a584c20") || hex(head, "ff0a") },
  {
    types: ["image/svg+xml"],
    matches: (head) =>
      /^(?:\u{feff})?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/iu.test(head.subarray(0, 1024).toString("utf8")),
  },
  { types: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], matches: riff("WAVE") },
  { types: ["audio/aiff", "audio/x-aiff"], matches: (head) => ascii(head, "FORM") && ascii(head, "AIF", 8) },
  { types: ["audio/flac", "audio/x-flac"], matches: (head) => ascii(head, "fLaC") },
  { types: ["audio/ogg", "audio/opus", "video/ogg"], matches: (head) => ascii(head, "OggS") },
  { types: ["audio/aac"], matches: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 },
  { types: ["audio/mpeg", "audio/mp3"], matches: (head) => ascii(head, "ID3") || isMpegFrame(head) },
  { types: ["audio/mp4", "audio/x-m4a", "video/mp4"], matches: brand("M4A ", "M4B ") },
  { types: ["video/quicktime"], matches: brand("qt  ") },
  { types: ["video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/x-m4a"], matches: brand() },
  { types: ["video/webm", "video/x-matroska", "audio/webm"], matches: (head) => hex(head, "1a45dfa3") },
  { types: ["video/x-msvideo"], matches: riff("AVI ") },
];

/**
 * Returns the content type of a file by its first bytes: the declared type where they allow it, else the
 * usual type of their format. Returns null for an unknown format of media.
 */
export function mediaTypeOf(declared: string, head: Buffer): string | null {
  const [essence = ""] = declared.toLowerCase().split(";");
  const type = essence.trim();
  const format = FORMATS.find(({ matches }) => matches(head));
  if (format === undefined) return null;
  return format.types.includes(type) ? type : (format.types[0] ?? null);
}
