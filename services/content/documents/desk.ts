import type { Host } from "../../../runtime/host.js";
import { Turns } from "../../../runtime/turns.js";
import { Drafts } from "../draft/drafts.js";
import { HeavyDocuments } from "./heavy-documents.js";

/** What saving drafts needs of its process. */
export interface Desk {
  host: Host;
  drafts: Drafts;
  /** Saves of one document wait for each other here, and not each with a connection of its own at its row. */
  turns: Turns;
  /** Whose changes are worked out before their document is locked. */
  heavy: HeavyDocuments;
}

const desks = new WeakMap<Host, Desk>();

/** The desk of a process; translations save at the same one as editors do. */
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

/** Ends the threads of the process's desk, where an area that used it stops; they start again when needed. */
export const restDesk = async (host: Host): Promise<void> => desks.get(host)?.drafts.stop();
