import type { Networks } from "../../runtime/http/client-network.js";

/**
 * A queue in which networks take turns, and the clients of a site take turns within their site's turns: nobody
 * waits behind all requests of one network, however many addresses it has. The queue has no bound of its own;
 * its user keeps it to a few hundred.
 */
export class NetworkQueue<T> {
  /** Waiting clients by site, sites and clients in the order of their turns. */
  readonly #sites = new Map<string, Map<string, T[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ site, client }: Networks, value: T): void {
    const clients = this.#sites.get(site) ?? new Map<string, T[]>();
    this.#sites.set(site, clients);
    const own = clients.get(client) ?? [];
    clients.set(client, own);
    own.push(value);
    this.#size += 1;
  }

  /** Removes an entry; does nothing when the entry does not wait. */
  remove({ site, client }: Networks, value: T): void {
    const clients = this.#sites.get(site);
    const own = clients?.get(client);
    const at = own?.indexOf(value) ?? -1;
    if (clients === undefined || own === undefined || at < 0) return;
    own.splice(at, 1);
    this.#size -= 1;
    if (own.length === 0) clients.delete(client);
    if (clients.size === 0) this.#sites.delete(site);
  }

  /** Takes the next entry: from the client whose turn it is, at the site whose turn it is. */
  take(): T | undefined {
    const [site] = this.#sites.keys();
    if (site === undefined) return undefined;
    const clients = this.#sites.get(site) ?? new Map<string, T[]>();
    this.#sites.delete(site);
    const [client = ""] = clients.keys();
    const own = clients.get(client) ?? [];
    clients.delete(client);
    const value = own.shift();
    this.#size -= 1;
    if (own.length > 0) clients.set(client, own);
    if (clients.size > 0) this.#sites.set(site, clients);
    return value;
  }

  /**
   * Returns the entry to refuse so that one more entry of these networks has room: the newest of the site
   * with the most entries, or of the client with the most entries at the newcomer's own site. Returns null
   * when the newcomer itself would have as many then.
   */
  latestOfGreatest({ site, client }: Networks): T | null {
    const sizes = [...this.#sites.values()].map((clients) => ({ clients, size: sizeOf(clients) }));
    const greatest = largest(sizes);
    const own = this.#sites.get(site) ?? new Map<string, T[]>();
    const isOthers = greatest !== undefined && greatest.size > sizeOf(own) + 1;
    const most = largest(
      [...(isOthers ? greatest.clients : own).values()].map((all) => ({ all, size: all.length })),
    );
    if (most === undefined || (!isOthers && most.size <= (own.get(client)?.length ?? 0) + 1)) return null;
    return most.all.at(-1) ?? null;
  }
}

const sizeOf = (clients: ReadonlyMap<string, readonly unknown[]>): number =>
  [...clients.values()].reduce((sum, { length }) => sum + length, 0);

const largest = <S extends { size: number }>(all: readonly S[]): S | undefined =>
  all.reduce<S | undefined>(
    (most, each) => (most === undefined || each.size >= most.size ? each : most),
    undefined,
  );
