import { randomUUID } from "node:crypto";
import { type Caller, makeCaller, send } from "../caller.js";
import { Connection, requestBytes } from "../load/connection.js";
import { ARTICLE, FORM } from "./article.js";

/** Project with the types of the bench, and shortcuts to its documents. */
export class Workshop {
  readonly caller: Caller;
  readonly projectId: string;

  private constructor(caller: Caller, projectId: string) {
    this.caller = caller;
    this.projectId = projectId;
  }

  static async open(url: string): Promise<Workshop> {
    const caller = await makeCaller(url);
    const projectId = randomUUID();
    await send(caller, "/v1/projects", { id: projectId, name: "bench" });
    for (const type of [ARTICLE, FORM]) await send(caller, `/v1/projects/${projectId}/content/types`, type);
    return new Workshop(caller, projectId);
  }

  connect(count: number): Promise<Connection[]> {
    return Promise.all(Array.from({ length: count }, () => Connection.open(this.caller.url)));
  }

  request(method: string, path: string, body?: unknown): Buffer {
    return requestBytes(`${this.caller.url}${path}`, method, this.caller.headers, body);
  }

  /** Sets the locales. The first one is the default, and a fallback of all others. */
  async setLocales(connection: Connection, codes: readonly string[]): Promise<void> {
    const locales = codes.map((code, at) => ({ code, title: code, ...(at > 0 && { fallback: codes[0] }) }));
    const path = `/v1/projects/${this.projectId}/content/settings`;
    await connection.send(this.request("PUT", path, { defaultLocale: codes[0], locales }));
  }

  /** Makes a document and returns its id. */
  async create(connection: Connection, type: string, draft: object): Promise<string> {
    const path = `/v1/projects/${this.projectId}/content/documents`;
    const body = await connection.send(this.request("POST", path, { type, draft }));
    return (JSON.parse(body.toString()) as { document: { id: string } }).document.id;
  }

  /** Saves a draft and returns its version. */
  async save(connection: Connection, id: string, draft: object): Promise<number> {
    const body = await connection.send(this.request("PUT", `/v1/content/documents/${id}`, { draft }));
    return (JSON.parse(body.toString()) as { version: number }).version;
  }

  async publish(connection: Connection, id: string, baseVersion: number): Promise<void> {
    await connection.send(this.request("POST", `/v1/content/documents/${id}/publish`, { baseVersion }));
  }

  /** Reads a page of articles and returns the number of matches. */
  async list(connection: Connection, query: string): Promise<number> {
    const path = `/v1/projects/${this.projectId}/content/documents?${query}`;
    const body = await connection.send(this.request("GET", path));
    return (JSON.parse(body.toString()) as { total: number }).total;
  }
}

/** Returns how often `work` is done in a second by connections that each begin again at once. */
export async function perSecond(
  connections: readonly Connection[],
  ms: number,
  work: (connection: Connection, writer: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + ms;
  let done = 0;
  await Promise.all(
    connections.map(async (connection, writer) => {
      while (performance.now() < end) {
        await work(connection, writer);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}
