import type { StorageDriver } from "../../../plugins/kit/storage-driver.js";
import type { NetworkPolicy } from "../../http/guarded-fetch/index.js";
import { Transfer } from "./transfer.js";
import type { EventMessage } from "./messages.js";
import { runTransfers } from "./run-transfers.js";

/** The place where transfers run: this process or a transfer process. */
export interface TransferLink {
  begin(): Transfer;
  stop(): Promise<void>;
}

/** The transfers of one transfer process by their numbers. */
export class Transfers {
  readonly #all = new Map<number, Transfer>();
  #last = 0;

  get size(): number {
    return this.#all.size;
  }

  add(make: (id: number) => Transfer): Transfer {
    const id = (this.#last += 1);
    const transfer = make(id);
    this.#all.set(id, transfer);
    return transfer;
  }

  take({ id, ...event }: EventMessage): void {
    const transfer = this.#all.get(id);
    if (event.event === "done" || event.event === "failed") this.#all.delete(id);
    transfer?.take(event);
  }

  /** Fails all transfers, because nobody will answer them any more. */
  lose(error: Error): void {
    const all = [...this.#all.values()];
    this.#all.clear();
    for (const transfer of all) transfer.fail(error);
  }
}

/**
 * Creates a link whose transfers run on this process's own event loop, for drivers that exist in this process
 * only.
 */
export function linkHere(driver: StorageDriver, policy: NetworkPolicy): TransferLink {
  const transfers = new Transfers();
  const give = runTransfers(driver, policy, (message) => transfers.take(message));
  return {
    begin: () => transfers.add((id) => new Transfer((order) => give({ ...order, id }))),
    stop: () => Promise.resolve(),
  };
}
