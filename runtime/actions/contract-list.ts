import type { Contract } from "../../contracts/contract.js";

/**
 * The contracts that this process knows now: ours, and those of the services that plugins bring (ADR-0065). Whatever is
 * made of contracts (routes, the OpenAPI document, agent tools, schemas) reads `all` when it is asked, and may keep what it
 * made of it for as long as `all` is the same array.
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

  /** Every contract; a new array after each change, the same one until then. */
  get all(): readonly Contract[] {
    return this.#all;
  }

  /** Those that do not come with Kiln itself; likewise the same array until the next change. */
  get plugins(): readonly Contract[] {
    return this.#plugins;
  }

  find(name: string): Contract | undefined {
    return this.#byName.get(name);
  }

  /** Puts the contracts of a plugin's service in the place of those that it had; none takes them away. */
  set(service: string, contracts: readonly Contract[]): void {
    if (contracts.length === 0 && !this.#added.has(service)) return;
    if (contracts.length === 0) this.#added.delete(service);
    else this.#added.set(service, contracts);
    this.#plugins = [...this.#added.values()].flat();
    this.#all = [...this.#own, ...this.#plugins];
    this.#byName = new Map(this.#all.map((each) => [each.name, each]));
    for (const listener of this.#listeners) listener();
  }

  /** Called after every change; gives the function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
