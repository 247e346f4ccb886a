import type { Host } from "../../../runtime/process/host.js";
import { KeyedMutex } from "../../../runtime/concurrency/keyed-mutex.js";
import { DocumentWrites } from "./batch/document-writes.js";
import { Drafts } from "../draft/drafts.js";
import { LargeDocuments } from "./large-documents.js";

/** What saving drafts needs of its process. */
export interface DraftServices {
  host: Host;
  drafts: Drafts;
  /**
   * Saves of one document wait for each other here, instead of each holding a database connection that waits for the
   * row.
   */
  mutex: KeyedMutex;
  /** Documents whose changes are computed before they are locked. */
  largeDocuments: LargeDocuments;
  /** Creates and publishes, by batches. */
  writes: DocumentWrites;
}

const servicesOf = new WeakMap<Host, DraftServices>();

/** The one of this process; translations and editors save through the same one. */
export function openDraftServices(host: Host): DraftServices {
  const known = servicesOf.get(host);
  if (known !== undefined) return known;
  const drafts = new Drafts();
  const made: DraftServices = {
    host,
    drafts,
    mutex: new KeyedMutex(),
    largeDocuments: new LargeDocuments(),
    writes: new DocumentWrites({ host, drafts }),
  };
  servicesOf.set(host, made);
  return made;
}

/** Ends the process's draft threads, when an area that used them stops. They start again when needed. */
export const stopDraftServices = async (host: Host): Promise<void> => servicesOf.get(host)?.drafts.stop();
