import type { Host } from "../../../runtime/host.js";
import { Turns } from "../../../runtime/turns.js";
import { Drafts } from "../draft/drafts.js";
import { LargeDocuments } from "./large-documents.js";
import { Places } from "./places.js";

/** What saving drafts needs of its process. */
export interface DraftServices {
  host: Host;
  drafts: Drafts;
  /**
   * Saves of one document wait for each other here, instead of each holding a database connection that waits for the
   * row.
   */
  turns: Turns;
  /** Documents whose changes are computed before they are locked. */
  largeDocuments: LargeDocuments;
  /** What accounts wrote to lately. */
  places: Places;
}

const servicesOf = new WeakMap<Host, DraftServices>();

/** The one of this process; translations and editors save through the same one. */
export function openDraftServices(host: Host): DraftServices {
  const draftServices = servicesOf.get(host) ?? {
    host,
    drafts: new Drafts(),
    turns: new Turns(),
    largeDocuments: new LargeDocuments(),
    places: new Places(),
  };
  servicesOf.set(host, draftServices);
  return draftServices;
}

/** Ends the process's draft threads, when an area that used them stops. They start again when needed. */
export const stopDraftServices = async (host: Host): Promise<void> => servicesOf.get(host)?.drafts.stop();
