import type { Client } from "./client.js";
import { field, postType } from "./post-type.js";
import { graphOf, type GraphNode } from "./workflows.js";

/** Makes a content type of articles with a required title and a picture. */
export const makeArticles = (api: Client, projectId: string) =>
  postType(
    api,
    projectId,
    "article",
    [
      field("title", { required: true, localized: true }),
      field("picture", { type: "media", accept: ["image"] }),
      field("rank", { type: "number" }),
      field("body", { type: "portableText" }),
    ],
    { titleField: "title" },
  );

/** Makes a draft of an article and returns its id. */
export async function makeArticle(api: Client, projectId: string, draft: object): Promise<string> {
  const made = await api.post(`/v1/projects/${projectId}/content/documents`, { type: "article", draft });
  if (made.status !== 200) throw new Error(`article: ${JSON.stringify(made.body)}`);
  return made.body.document.id as string;
}

/**
 * Makes a graph that writes a prompt for each article without a picture, makes the picture, sets it and publishes, for up to
 * `branches` articles at once.
 */
export function illustrate(branches: number): object {
  const nodes: GraphNode[] = [
    {
      id: "read",
      type: "readDocuments",
      data: { type: "article", where: JSON.stringify({ picture: { exists: false } }), sort: "title" },
    },
  ];
  const arrows: string[] = [];
  for (let n = 1; n <= branches; n += 1) {
    nodes.push(
      { id: `write${n}`, type: "generateText", data: { instruction: "Describe a picture for this article" } },
      { id: `make${n}`, type: "generateImage", data: { model: "mock-image" } },
      { id: `set${n}`, type: "setField", data: { field: "picture" } },
      { id: `publish${n}`, type: "publish" },
    );
    const from = `read:document-${n}`;
    arrows.push(`${from}>write${n}`, `write${n}>make${n}:prompt`, `${from}>set${n}:document`);
    arrows.push(`make${n}>set${n}:value`, `set${n}>publish${n}`);
  }
  return graphOf(nodes, arrows);
}
