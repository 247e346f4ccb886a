/**
 * The endings of the file names that OpenAI's transcription takes, by content type; it tells the format by the
 * ending, and takes flac, m4a, mp3, mp4, mpeg, mpga, oga, ogg, wav and webm.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/flac": "flac",
  "audio/x-flac": "flac",
  "audio/m4a": "m4a",
  "audio/x-m4a": "m4a",
  "audio/mp4": "mp4",
  "video/mp4": "mp4",
  "video/x-m4v": "mp4",
  "video/quicktime": "mp4",
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "video/mpeg": "mpeg",
  "audio/ogg": "ogg",
  "audio/opus": "ogg",
  "video/ogg": "ogg",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/vnd.wave": "wav",
  "audio/webm": "webm",
  "video/webm": "webm",
};

const endingOf = (contentType: string): string | undefined =>
  ENDINGS[contentType.split(";")[0]?.trim().toLowerCase() ?? ""];

/** Returns whether OpenAI's transcription takes files of a content type; others are recoded first. */
export const isTaken = (contentType: string): boolean => endingOf(contentType) !== undefined;

/** Returns the name under which a recording is sent. */
export const recordingName = (contentType: string): string => `recording.${endingOf(contentType) ?? "m4a"}`;
