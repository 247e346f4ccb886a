import { isMovie } from "./box-head.js";
import { readPictureSize } from "./picture-head.js";
import { SOUND_HEADS } from "./sound-head.js";

/** The id of a Segment, which follows EBML's header. */
const SEGMENT = Buffer.from("18538067", "hex");
const DOC_TYPE = Buffer.from("4282", "hex");
/** The document types of Matroska that players accept. */
const DOC_TYPES = /^(?:webm|matroska)$/;

/**
 * Tells whether a decoder could begin with a file, by its head alone and without decoding anything; returns
 * true for formats without a reader here. `isWhole` says that nothing comes after the head.
 */
export function isDecodable(contentType: string, head: Buffer, isWhole: boolean): boolean {
  if (readPictureSize(contentType, head) === null) return false;
  const sound = SOUND_FORMATS[contentType];
  try {
    if (head.toString("latin1", 4, 8) === "ftyp" && !contentType.startsWith("image/"))
      return isMovie(head, isWhole);
    if (head.readUInt32BE(0) === 0x1a45dfa3) return isMatroska(head);
    if (head.toString("latin1", 0, 4) === "OggS") return SOUND_HEADS.ogg?.(head, isWhole) ?? true;
    return sound === undefined ? true : (SOUND_HEADS[sound]?.(head, isWhole) ?? true);
  } catch {
    // The file ends before its header does.
    return false;
  }
}

const SOUND_FORMATS: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/vnd.wave": "wav",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
  "audio/mpeg": "mpeg",
  "audio/mp3": "mpeg",
  "audio/aac": "adts",
};

function isMatroska(head: Buffer): boolean {
  const type = head.indexOf(DOC_TYPE);
  const length = (head[type + 2] ?? 0) & 0x7f;
  const [name = ""] = head.toString("latin1", type + 3, type + 3 + length).split("\0", 1);
  return type > 0 && DOC_TYPES.test(name) && head.indexOf(SEGMENT) > type;
}
