import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import type { NetworkPolicy } from "../guarded-fetch/index.js";
import { Errand } from "./errand.js";
import type { EventMessage } from "./messages.js";
import { runErrands } from "./run-errands.js";

/** Where errands are done. */
export interface CarrierLink {
  begin(): Errand;
  stop(): Promise<void>;
}

/** The errands of one carrier, by their numbers. */
export class Errands {
  readonly #all = new Map<number, Errand>();
  #last = 0;

  get size(): number {
    return this.#all.size;
  }

  add(make: (id: number) => Errand): Errand {
    const id = (this.#last += 1);
    const errand = make(id);
    this.#all.set(id, errand);
    return errand;
  }

  take({ id, ...event }: EventMessage): void {
    const errand = this.#all.get(id);
    if (event.event === "done" || event.event === "failed") this.#all.delete(id);
    errand?.take(event);
  }

  /** Nobody will answer any more. */
  lose(error: Error): void {
    const all = [...this.#all.values()];
    this.#all.clear();
    for (const errand of all) errand.fail(error);
  }
}

/** Errands on this process's own event loop: for drivers that only this process has. */
export function linkHere(driver: StorageDriver, policy: NetworkPolicy): CarrierLink {
  const errands = new Errands();
  const give = runErrands(driver, policy, (message) => errands.take(message));
  return {
    begin: () => errands.add((id) => new Errand((order) => give({ ...order, id }))),
    stop: () => Promise.resolve(),
  };
}
