import type { Reply } from "../caller.js";
import type { Load, Scene } from "../scene.js";
import { Page } from "../page.js";

interface Written {
  document: { draftVersion: number; draft: { rank?: number }; published: { rank?: number } | null };
}

/**
 * Saves and publishes pages of its own. Each save names the version on which it is based, so one without an answer comes before
 * the next one or not at all. An answered save is read back at once, as its writer and as a reader.
 */
export class Pages implements Load {
  readonly #scene: Scene;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #read: (page: Page, how: number) => Promise<void>;
  readonly pages: Page[] = [];
  #turn = 0;

  constructor(scene: Scene, read: (page: Page, how: number) => Promise<void>) {
    this.#scene = scene;
    this.#headers = scene.people[0]?.api.headers ?? {};
    this.#read = read;
  }

  async open(count: number): Promise<this> {
    for (let n = 0; n < count; n += 1) {
      const page = new Page();
      const { body } = await this.#scene.caller.insist<{ document: { id: string; draftVersion: number } }>({
        kind: "pages: create",
        method: "POST",
        path: `/v1/projects/${this.#scene.projectId}/content/documents`,
        headers: this.#headers,
        body: { type: "page", draft: { rank: 0 } },
      });
      page.id = body.document.id;
      page.version = body.document.draftVersion;
      await this.#publish(page);
      this.pages.push(page);
    }
    return this;
  }

  async step(): Promise<void> {
    const page = this.pages[(this.#turn += 1) % this.pages.length];
    if (page === undefined) return;
    const rank = (page.sent += 1);
    const saved = await this.#write<{ version: number }>(page, "PUT", "", {
      draft: { rank },
      baseVersion: page.version,
    });
    if (saved.outcome === "unknown" || saved.status === 409) {
      await this.#catchUp(page, saved);
      return;
    }
    page.version = saved.body.version;
    page.saved = rank;
    await this.#publish(page);
    await this.#read(page, this.#turn);
  }

  async prove(): Promise<void> {
    for (const page of this.pages) {
      await this.#catchUp(page, null);
      for (const how of [0, 1, 2]) await this.#read(page, how);
    }
  }

  async #publish(page: Page): Promise<void> {
    const rank = page.saved;
    const done = await this.#write(page, "POST", "/publish", { baseVersion: page.version });
    if (done.outcome === "unknown" || done.status === 409) await this.#catchUp(page, done);
    else page.published = rank;
  }

  #write<Body>(page: Page, method: string, verb: string, body: object): Promise<Reply<Body>> {
    return this.#scene.caller.ask<Body>({
      kind: verb === "" ? "pages: save" : "pages: publish",
      method,
      path: `/v1/content/documents/${page.id}${verb}`,
      headers: this.#headers,
      body,
      expected: [409],
    });
  }

  /** Reads the page after a write with an unknown outcome. Nothing that was answered may be missing. */
  async #catchUp(page: Page, after: Reply<unknown> | null): Promise<void> {
    const { body, title, begun } = await this.#scene.caller.insist<Written>({
      kind: "pages: read back",
      path: `/v1/content/documents/${page.id}`,
      headers: this.#headers,
    });
    const { draft, published, draftVersion } = body.document;
    const say = (what: string) =>
      this.#scene.caller.violate(
        `${title}: ${what} (${page.sent} was sent last; before: ${after?.title ?? "nothing"} ${after?.status ?? ""})`,
        begun,
      );
    const rank = draft.rank ?? -1;
    if (rank < page.saved || rank > page.sent)
      say(`the draft has ${rank}, and ${page.saved} was acknowledged`);
    const shown = published?.rank ?? -1;
    if (shown < page.published || shown > page.sent)
      say(`${shown} is public, and ${page.published} was acknowledged`);
    page.version = draftVersion;
    page.saved = Math.max(rank, page.saved);
    page.published = Math.max(shown, page.published);
  }
}
