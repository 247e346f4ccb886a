import type { Readable } from "node:stream";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { Result } from "./copy-results.js";
import { mediaTypeOf } from "./media-type.js";
import { kindOf } from "./open-result.js";
import { filesAskedFor, kindsOf } from "./result-rules.js";
import { resultId } from "./results.js";

/** The first bytes of a file by which formats are told apart. */
const HEAD_BYTES = 1024;

/**
 * Returns the results of a job whose process died, or lost its database, between the last byte and the
 * settlement. A file is in the store only once it was checked and whole. Returns null unless all results are
 * there.
 */
export async function storedResults(
  host: Pick<Host, "storage">,
  job: GenerationJob,
): Promise<Result[] | null> {
  const results: Result[] = [];
  for (let index = 0; index < filesAskedFor(job); index += 1) {
    const storageId = resultId(job.id, index);
    const stored = await host.storage.stat(storageId);
    const head = stored && (await host.storage.read(storageId, { start: 0, end: headEnd(stored.sizeBytes) }));
    if (!stored || !head) return null;
    const contentType = typeOf(await bytesOf(head), kindsOf(job));
    if (contentType === undefined) return null;
    results.push({ storageId, contentType, sizeBytes: stored.sizeBytes });
  }
  return results;
}

const headEnd = (sizeBytes: number): number => Math.min(HEAD_BYTES, sizeBytes) - 1;

const bytesOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());

/** The containers that hold sound as well as pictures; the kind of the job decides the media type. */
const CONTAINERS = ["", "mp4", "webm", "ogg"];

const typeOf = (head: Buffer, kinds: readonly string[]): string | undefined =>
  kinds
    .flatMap((kind) => CONTAINERS.map((container) => mediaTypeOf(`${kind}/${container}`, head)))
    .find((type) => type !== null && kinds.includes(kindOf(type))) ?? undefined;
