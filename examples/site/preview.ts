import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Article, Articles } from "./articles.js";
import { articleOf, listOf, pageOf, stateOf } from "./views.js";

const COOKIE = "site_preview";
const LOOK_EVERY_MS = 1000;

/** Pages of drafts, for those who have the secret link. Nothing of them is cached. */
export class Preview {
  readonly #drafts: Articles;
  readonly #secret: string;

  constructor(drafts: Articles, secret: string) {
    this.#drafts = drafts;
    this.#secret = secret;
  }

  /** The secret of the link becomes a cookie, so that it does not stay in addresses. */
  enter(given: string, response: ServerResponse): void {
    if (!this.#is(given)) return void response.writeHead(401).end("This link to the preview is wrong.\n");
    const cookie = `${COOKIE}=${given}; Path=/preview; HttpOnly; SameSite=Lax`;
    response.writeHead(303, { location: "/preview/articles", "set-cookie": cookie }).end();
  }

  mayRead(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? "").split(/; */);
    return this.#is(cookies.find((each) => each.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "");
  }

  async list(): Promise<string> {
    return pageOf("Preview", listOf(await this.#drafts.newest(), "/preview/articles/"));
  }

  async page(id: string): Promise<string | null> {
    const draft = await this.#drafts.find(id);
    const script = '<script src="/preview.js" defer></script>';
    return draft === null ? null : pageOf(`Preview: ${draft.title ?? ""}`, shown(draft), script);
  }

  /** Sends the article as often as it changes, until the browser goes. */
  async follow(id: string, response: ServerResponse): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    for (let last = ""; !response.destroyed; await sleep(LOOK_EVERY_MS)) {
      // A Kiln that restarts is asked again; the page stays as it is meanwhile.
      const draft = await this.#drafts.find(id).catch(() => undefined);
      if (draft === undefined) continue;
      const html = draft === null ? "<p>This article is gone.</p>" : shown(draft);
      if (html !== last) response.write(`data: ${JSON.stringify(html)}\n\n`);
      last = html;
    }
  }

  #is(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.#secret)];
    return one.length === other.length && timingSafeEqual(one, other);
  }
}

const shown = (draft: Article): string => stateOf(draft) + articleOf(draft);
