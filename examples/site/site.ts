import type { IncomingMessage, ServerResponse } from "node:http";
import { verifyWebhook, WebhookError } from "../../sdk/index.js";
import { Articles } from "./articles.js";
import { PageCache } from "./page-cache.js";
import { Preview } from "./preview.js";
import type { Access } from "./set-up.js";
import { articleOf, listOf, pageOf, PREVIEW_SCRIPT, STYLE } from "./views.js";

/** A webhook has up to 256 KB of a document; more is not Kiln's. */
const LONGEST_HOOK = 1_000_000;
const ARTICLE = /^\/articles\/([0-9a-f-]{36})$/;
const PREVIEWED = /^\/preview\/articles\/([0-9a-f-]{36})(\/changes)?$/;
/** Pictures come from where Kiln keeps them, which may be a bucket. */
const POLICY = "default-src 'self'; img-src 'self' http: https:";

/** The site: pages for readers, pages of drafts, and the address for webhooks. */
export class Site {
  readonly #published: Articles;
  readonly #preview: Preview;
  readonly #webhookSecret: string;
  readonly #pages = new PageCache();

  constructor(kilnUrl: string, previewSecret: string, access: Access) {
    const { projectId, publishedToken, previewToken, webhookSecret } = access;
    this.#published = new Articles(kilnUrl, projectId, publishedToken);
    this.#preview = new Preview(new Articles(kilnUrl, projectId, previewToken), previewSecret);
    this.#webhookSecret = webhookSecret;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    response.setHeader("content-security-policy", POLICY);
    if (request.method === "POST" && pathname === "/hooks/kiln") return this.#hear(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return send(response, 405, "text/plain", "");
    if (pathname === "/site.css") return send(response, 200, "text/css", STYLE);
    if (pathname === "/preview.js") return send(response, 200, "text/javascript", PREVIEW_SCRIPT);
    if (pathname === "/preview") return this.#preview.enter(searchParams.get("secret") ?? "", response);
    if (pathname.startsWith("/preview/")) return this.#previewed(pathname, request, response);
    const { html, isHit } = await this.#pages.get(pathname, () => this.#make(pathname));
    response.setHeader("x-cache", isHit ? "hit" : "made");
    sendPage(response, html);
  }

  async #make(path: string): Promise<string | null> {
    if (path === "/") return pageOf("Articles", listOf(await this.#published.newest(), "/articles/"));
    const [, id] = ARTICLE.exec(path) ?? [];
    const article = id === undefined ? null : await this.#published.find(id);
    return article === null ? null : pageOf(article.title ?? "", articleOf(article));
  }

  async #previewed(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("cache-control", "no-store");
    if (!this.#preview.mayRead(request))
      return send(response, 401, "text/plain", "Open the link to the preview first.\n");
    if (path === "/preview/articles") return sendPage(response, await this.#preview.list());
    const [, id, changes] = PREVIEWED.exec(path) ?? [];
    if (id === undefined) return sendPage(response, null);
    if (changes !== undefined) return this.#preview.follow(id, response);
    sendPage(response, await this.#preview.page(id));
  }

  /** Forgets the pages that a change of Kiln's concerns. Kiln sends again what is not answered with 2xx. */
  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === null) return send(response, 413, "text/plain", "");
    try {
      const { documentId } = await verifyWebhook(this.#webhookSecret, request.headers, body);
      this.#pages.drop("/", `/articles/${documentId}`);
      response.writeHead(204).end();
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      send(response, 401, "text/plain", `${error.message}\n`);
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(body);
}

function sendPage(response: ServerResponse, html: string | null): void {
  if (html === null) send(response, 404, "text/html", pageOf("Not found", "<h1>There is no such page</h1>"));
  else send(response, 200, "text/html", html);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_HOOK) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
