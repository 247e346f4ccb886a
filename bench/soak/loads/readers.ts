import type { Load, Scene } from "../scene.js";
import type { Page } from "../page.js";

interface Read {
  document?: { rank?: number };
  documents?: readonly { rank?: number }[];
  data?: { allPage: { items: readonly { rank?: number }[] } };
}

const rankOf = ({ document, documents, data }: Read): number =>
  (document ?? documents?.[0] ?? data?.allPage.items[0])?.rank ?? -1;

/** Reads a page in one of three ways. Content that was published before the read began must be there. */
export async function readPage(
  { caller, projectId, reader: headers }: Scene,
  page: Page,
  how: number,
): Promise<void> {
  const least = page.published;
  const base = `/v1/content/${projectId}`;
  const where = encodeURIComponent(JSON.stringify({ _id: { eq: page.id } }));
  const query = `{ allPage(where: { _id: { eq: "${page.id}" } }) { items { rank } } }`;
  const asks = [
    { kind: "delivery: document", path: `${base}/documents/${page.id}` },
    { kind: "delivery: list", path: `${base}/documents?type=page&where=${where}` },
    { kind: "delivery: GraphQL", method: "POST", path: `${base}/graphql`, body: { query } },
  ];
  const { body, begun, title } = await caller.insist<Read>({
    ...(asks[how % 3] ?? { kind: "", path: "" }),
    headers,
  });
  const rank = rankOf(body);
  if (rank < least || rank > page.sent)
    caller.violate(`${title}: ${rank} instead of ${least} or later, which was published before`, begun);
}

/** Reader of pages that others write. */
export class Readers implements Load {
  readonly #scene: Scene;
  readonly #pages: readonly Page[];
  #turn = 0;

  constructor(scene: Scene, pages: readonly Page[]) {
    this.#scene = scene;
    this.#pages = pages;
  }

  async step(): Promise<void> {
    const page = this.#pages[Math.floor(Math.random() * this.#pages.length)];
    if (page !== undefined) await readPage(this.#scene, page, (this.#turn += 1));
  }

  async prove(): Promise<void> {}
}
