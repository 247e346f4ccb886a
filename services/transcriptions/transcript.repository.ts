import { TranscriptText } from "../../entities/transcript.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the compressed transcript of a transcription; null when it has not succeeded. */
export const findTranscript = (read: Reader, id: string): Promise<TranscriptText | null> =>
  read.findOne(TranscriptText, { id });

/**
 * Returns the bytes that a transcript has when it is unpacked, which are its gzip's last four; null when there is none.
 */
export async function measureTranscript(read: Reader, id: string): Promise<number | null> {
  const [row] = await read.query<{ ending: string }>(
    "SELECT HEX(SUBSTR(body, -4)) AS ending FROM transcripts WHERE id = ?",
    [id],
  );
  return row === undefined ? null : Buffer.from(row.ending, "hex").readUInt32LE();
}

export const insertTranscript = (tx: Tx, transcript: TranscriptText): Promise<void> =>
  tx.insert(TranscriptText, transcript);
