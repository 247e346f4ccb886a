import { Entity } from "typeorm";
import { Bytes, Id } from "../runtime/database/columns.js";

/** The spoken text of a transcription. */
@Entity("transcripts")
export class TranscriptText {
  /** Id of the transcription. */
  @Id()
  id: string;

  /** JSON of the transcript, compressed by gzip: an hour of speech has some 10,000 words with their times. */
  @Bytes()
  body: Uint8Array;
}
