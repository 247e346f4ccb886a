import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { Webhook } from "../../../entities/webhook.js";
import { makeWebhook } from "../make-webhook.js";
import type { HostileSite } from "../witness/hostile-site.js";
import { insertMany } from "./insert-backlog.js";
import { authorOf } from "./receivers.js";

/** Of each owner, in one project. */
const WEBHOOKS = 96;

/** How receivers are bad; `res` has the request read, unless they do not even that. */
const MANNERS = {
  "accept and never answer": (req: IncomingMessage) => void req.resume(),
  "accept and do not read": () => {},
  drip: (req: IncomingMessage, res: ServerResponse) => {
    req.resume();
    res.writeHead(200);
    const drip = setInterval(() => res.write("."), 100);
    res.once("close", () => clearInterval(drip));
  },
  "answer after 4 s": (req: IncomingMessage, res: ServerResponse) => {
    req.resume();
    setTimeout(() => res.end(), 4000);
  },
} as const;
export type Manner = keyof typeof MANNERS;
export const EVERY_MANNER = Object.keys(MANNERS) as Manner[];

/** A server of strangers that counts what it is sent, and keeps nothing of it. */
class BadReceivers {
  readonly #server: Server;
  came = 0;
  open = 0;
  most = 0;

  constructor(manner: Manner) {
    this.#server = createServer((req, res) => {
      this.came += 1;
      this.open += 1;
      this.most = Math.max(this.most, this.open);
      res.once("close", () => (this.open -= 1));
      MANNERS[manner](req, res);
    });
  }

  async start(t: ExecutionContext): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", 4096, resolve));
    t.teardown(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}

interface Attack {
  owners: number;
  /** Of each owner, one after the other. */
  publishes: number;
  manner: Manner;
  /** Of each document, about. */
  bytes: number;
}

/** Owners, each with 96 webhooks whose receivers are bad, publish more than can be sent. */
export async function publishAsOwners(
  t: ExecutionContext,
  site: HostileSite,
  { owners, publishes, manner, bytes }: Attack,
): Promise<() => Promise<void>> {
  const bad = new BadReceivers(manner);
  const url = await bad.start(t);
  const authors: Awaited<ReturnType<typeof authorOf>>[] = [];
  for (let made = 0; made < owners; made += 1) {
    const author = await authorOf(site);
    const { id } = await makeWebhook(author.person.api, author.projectId, `${url}/${made}`);
    await copyWebhook(site, id, WEBHOOKS - 1);
    authors.push(author);
  }
  const title = "Long";
  const body = "x".repeat(bytes);
  return async () => {
    for (let round = 0; round < publishes; round += 1)
      for (const { documents } of authors) await documents.makePublished({ title, body });
    // until none of them has a slot that it could have had
    await sleep(5000);
    t.log(`${bad.came} attempts came, ${bad.most} at once at most`);
    t.true(bad.most > 0, "they hang");
  };
}

/** As many webhooks as one more, with their own ids and the same receiver. */
const copyWebhook = ({ site }: HostileSite, id: string, count: number): Promise<void> =>
  insertMany(site, count, async (tx, from, to) => {
    const webhook = await tx.findOne(Webhook, { id });
    if (webhook === null) throw new Error("There is no webhook to copy.");
    await tx.insert(
      Webhook,
      Array.from({ length: to - from }, () => ({ ...webhook, id: randomUUID() })),
    );
  });
