import { Connection, requestBytes } from "../load/connection.js";
import type { KeptSite } from "./kept-site.js";
import { article } from "./site.js";

/** Oldest article. Its content besides its slug stays as it is, so that every row finds the same documents. */
export const REPUBLISHED = article(0);

/** Publishes an article of the site, each time with a small change. */
export class Publisher {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connection: Connection;

  private constructor(url: string, { key }: KeptSite, connection: Connection) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}` };
    this.#connection = connection;
  }

  static async open(url: string, site: KeptSite): Promise<Publisher> {
    return new Publisher(url, site, await Connection.open(url));
  }

  /** Saves a draft and returns a function that publishes it. */
  async save(slug: string): Promise<() => Promise<void>> {
    const path = `/v1/content/documents/${REPUBLISHED.id}`;
    const draft = { ...REPUBLISHED.fields, slug };
    const saved = JSON.parse((await this.#send("PUT", path, { draft })).toString()) as { version: number };
    return async () => {
      await this.#send("POST", `${path}/publish`, { baseVersion: saved.version });
    };
  }

  close(): void {
    this.#connection.close();
  }

  #send(method: string, path: string, body: object): Promise<Buffer> {
    return this.#connection.send(requestBytes(`${this.#url}${path}`, method, this.#headers, body));
  }
}
