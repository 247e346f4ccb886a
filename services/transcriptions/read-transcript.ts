import type { ResultOf } from "../../contracts/contract.js";
import { notFound } from "../../contracts/errors.js";
import type { getTranscript, Transcript, TranscriptFormat } from "../../contracts/transcriptions.js";
import type { Transcription } from "../../entities/transcription.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { type LongResults, longResults } from "../../runtime/http/long-results.js";
import type { Host } from "../../runtime/process/host.js";
import { unpackTranscript } from "./stored-transcript.js";
import { toSrt, toVtt } from "./subtitles.js";
import { findTranscript, measureTranscript } from "./transcript.repository.js";

/**
 * Reads a transcript in the requested format; one of over 1 MB in the account's turn (rules/transcriptions 14). Throws
 * not_found unless the transcription succeeded (rules/transcriptions 4), and `unavailable` where many long results of the
 * account wait.
 */
export async function readTranscript(
  { read }: Pick<Host, "read">,
  context: ActionContext,
  { id, status }: Transcription,
  format: TranscriptFormat,
  results: LongResults = longResults,
): Promise<ResultOf<typeof getTranscript>> {
  const missing = () => notFound(`This transcription is ${status}; it has no transcript.`);
  const bytes = status === "succeeded" ? await measureTranscript(read, id) : null;
  if (bytes === null) throw missing();
  return results.read(context, bytes, async () => {
    const stored = await findTranscript(read, id);
    if (stored === null) throw missing();
    return inFormat(await unpackTranscript(stored.body), format);
  });
}

function inFormat(transcript: Transcript, format: TranscriptFormat): ResultOf<typeof getTranscript> {
  switch (format) {
    case "json":
      return { json: transcript };
    case "srt":
      return { document: { contentType: "application/x-subrip", text: toSrt(transcript) } };
    case "vtt":
      return { document: { contentType: "text/vtt", text: toVtt(transcript) } };
    case "txt":
      return { document: { contentType: "text/plain", text: transcript.text } };
  }
}
