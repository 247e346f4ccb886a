import type { Host } from "../../../runtime/host.js";
import { Turns } from "../../../runtime/turns.js";
import { Drafts } from "../draft/drafts.js";
import { HeavyDocuments } from "./heavy-documents.js";

/** What saving drafts needs of its process. */
export interface Desk {
  host: Host;
  drafts: Drafts;
  /**
   * Saves of one document wait for each other here, instead of each holding a database connection that waits for the
   * row.
   */
  turns: Turns;
  /** Documents whose changes are computed before they are locked. */
  heavy: HeavyDocuments;
}

const desks = new WeakMap<Host, Desk>();

/** The one of this process; translations and editors save through the same one. */
export function openDesk(host: Host): Desk {
  const desk = desks.get(host) ?? {
    host,
    drafts: new Drafts(),
    turns: new Turns(),
    heavy: new HeavyDocuments(),
  };
  desks.set(host, desk);
  return desk;
}

/** Ends the process's draft threads, when an area that used them stops. They start again when needed. */
export const restDesk = async (host: Host): Promise<void> => desks.get(host)?.drafts.stop();
