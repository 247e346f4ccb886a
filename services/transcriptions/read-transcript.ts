import type { ResultOf } from "../../contracts/contract.js";
import { notFound } from "../../contracts/errors.js";
import type { getTranscript, TranscriptFormat } from "../../contracts/transcriptions.js";
import type { Transcription } from "../../entities/transcription.js";
import type { Host } from "../../runtime/process/host.js";
import { unpackTranscript } from "./stored-transcript.js";
import { toSrt, toVtt } from "./subtitles.js";
import { findTranscript } from "./transcript.repository.js";

/**
 * Reads a transcript in the requested format. Throws not_found unless the transcription succeeded
 * (rules/transcriptions 4).
 */
export async function readTranscript(
  host: Pick<Host, "read">,
  job: Transcription,
  format: TranscriptFormat,
): Promise<ResultOf<typeof getTranscript>> {
  const stored = job.status === "succeeded" ? await findTranscript(host.read, job.id) : null;
  if (stored === null) throw notFound(`This transcription is ${job.status}; it has no transcript.`);
  const transcript = await unpackTranscript(stored.body);
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
