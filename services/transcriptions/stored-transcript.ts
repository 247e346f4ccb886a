import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Transcript } from "../../contracts/transcriptions.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";

/** Bytes of a stored transcript: an answer of this service has at most as many, some 50 hours of speech. */
const MOST_BYTES = 32 * 2 ** 20;

/** Compresses a transcript for the database. Throws for one that no answer could contain. */
export async function packTranscript(transcript: Transcript): Promise<Buffer> {
  const bytes = Buffer.from(JSON.stringify(transcript));
  if (bytes.length > MOST_BYTES)
    throw new OwnFailure("unknown", "The transcript of the provider is larger than 32 MB.");
  return promisify(gzip)(bytes);
}

export const unpackTranscript = async (body: Uint8Array): Promise<Transcript> =>
  JSON.parse((await promisify(gunzip)(body)).toString());
