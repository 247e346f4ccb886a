import { TranscriptText } from "../../entities/transcript.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the compressed transcript of a transcription; null when it has not succeeded. */
export const findTranscript = (read: Reader, id: string): Promise<TranscriptText | null> =>
  read.findOne(TranscriptText, { id });

export const insertTranscript = (tx: Tx, transcript: TranscriptText): Promise<void> =>
  tx.insert(TranscriptText, transcript);
