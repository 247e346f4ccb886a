import type { Host } from "../../../runtime/process/host.js";
import { KeyedMutex } from "../../../runtime/concurrency/keyed-mutex.js";
import { DocumentWrites } from "./batch/document-writes.js";
import { Drafts } from "../draft/drafts.js";
import { LargeDocuments } from "./large-documents.js";

/** The objects of a process that saving drafts needs. */
export interface DraftServices {
  host: Host;
  drafts: Drafts;
  /**
   * The turns of each document: saves of one document wait for each other here, instead of each holding a
   * database connection that waits for the row.
   */
  mutex: KeyedMutex;
  /** The documents whose changes are computed before they are locked. */
  largeDocuments: LargeDocuments;
  /** The batches of creates and publishes. */
  writes: DocumentWrites;
}

const servicesOf = new WeakMap<Host, DraftServices>();

/** Returns the draft services of this process; translations and editors save through the same ones. */
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

/** Ends the process's draft threads when an area that used them stops. They start again when needed. */
export const stopDraftServices = async (host: Host): Promise<void> => servicesOf.get(host)?.drafts.stop();
