import { findChromium } from "./find-chromium.js";
import { findGalera } from "./find-galera.js";
import type { Need } from "./plan.js";
import { probeDatabase, startMariadb } from "./start-mariadb.js";
import { probeNats, startNats } from "./start-nats.js";
import type { Server } from "./start-server.js";

/** Servers and programs that steps need. Each is found or started when the first step needs it, and stays until the end. */
export class Surroundings {
  readonly #found = new Map<Need, Promise<string | null>>();
  readonly #servers: Server[] = [];

  /** Returns the address or path of the server or program, or null when this machine lacks it. Throws when it is there and does not work. */
  async get(need: Need): Promise<string | null> {
    let found = this.#found.get(need);
    if (found === undefined) {
      found = this.#find(need);
      this.#found.set(need, found);
    }
    return found;
  }

  async #find(need: Need): Promise<string | null> {
    switch (need) {
      case "mariadb":
        return this.#given("TEST_DATABASE_URL", probeDatabase, startMariadb);
      case "nats":
        return this.#given("TEST_NATS_URL", probeNats, startNats);
      case "chromium":
        return findChromium();
      case "galera":
        return findGalera()?.provider ?? null;
    }
  }

  async #given(
    variable: string,
    probe: (url: string) => Promise<void>,
    start: () => Promise<Server | null>,
  ): Promise<string | null> {
    const given = process.env[variable];
    if (given !== undefined && given !== "") {
      await probe(given).catch((error: unknown) => {
        throw new Error(`${variable} is set, but its server does not answer.`, { cause: error });
      });
      return given;
    }
    const server = await start();
    if (server === null) return null;
    this.#servers.push(server);
    return server.url;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}
