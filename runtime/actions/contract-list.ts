import type { Contract } from "../../contracts/contract.js";

/**
 * The contracts that this process knows now: Kiln's own and those of plugins' services (ADR-0065). Code that
 * derives something from contracts (routes, the OpenAPI document, agent tools, schemas) reads `all` each time
 * and may keep the result for as long as `all` is the same array.
 */
export class ContractList {
  readonly #own: readonly Contract[];
  readonly #added = new Map<string, readonly Contract[]>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Contract[];
  #byName: ReadonlyMap<string, Contract>;
  #plugins: readonly Contract[] = [];

  constructor(own: readonly Contract[]) {
    this.#own = own;
    this.#all = own;
    this.#byName = new Map(own.map((each) => [each.name, each]));
  }

  /** All contracts. The array is replaced by a new one at each change and stays the same until then. */
  get all(): readonly Contract[] {
    return this.#all;
  }

  /**
   * The contracts of plugins only. This array too is replaced at each change and stays the same until then.
   */
  get plugins(): readonly Contract[] {
    return this.#plugins;
  }

  find(name: string): Contract | undefined {
    return this.#byName.get(name);
  }

  /** Replaces the contracts of a plugin's service; an empty list removes them. */
  set(service: string, contracts: readonly Contract[]): void {
    if (contracts.length === 0 && !this.#added.has(service)) return;
    if (contracts.length === 0) this.#added.delete(service);
    else this.#added.set(service, contracts);
    this.#plugins = [...this.#added.values()].flat();
    this.#all = [...this.#own, ...this.#plugins];
    this.#byName = new Map(this.#all.map((each) => [each.name, each]));
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after every change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
