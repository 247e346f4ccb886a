import type { Kiln } from "../../sdk/index.js";

/** What the site reads with, and what proves that a webhook is Kiln's. */
export interface Access {
  projectId: string;
  /** Reads what is published. */
  publishedToken: string;
  /** Reads drafts too. It stays in this process. */
  previewToken: string;
  webhookSecret: string;
}

const NAME = "Example site";

/**
 * Makes what the site needs in a project: a type of articles where there is none, two tokens and a webhook to `hookUrl`.
 * Secrets are shown once, so each start makes them anew and removes those of the start before.
 */
export async function setUp(kiln: Kiln, hookUrl: string, project?: string): Promise<Access> {
  const projectId = project ?? (await kiln.projects.list()).defaultProjectId;
  await makeType(kiln, projectId);
  for await (const { id, name } of kiln.delivery.listTokens.each({ projectId }))
    if (name === NAME) await kiln.delivery.deleteToken({ id });
  for await (const { id, name } of kiln.webhooks.list.each({ projectId }))
    if (name === NAME) await kiln.webhooks.delete({ id });
  const published = await kiln.delivery.createToken({ projectId, name: NAME });
  const preview = await kiln.delivery.createToken({ projectId, name: NAME, mode: "preview" });
  const { secret } = await kiln.webhooks.create({
    projectId,
    name: NAME,
    url: hookUrl,
    events: ["document.publish", "document.unpublish", "document.delete"],
  });
  return { projectId, publishedToken: published.secret, previewToken: preview.secret, webhookSecret: secret };
}

/** The console's template "Article" makes the same fields. */
async function makeType(kiln: Kiln, projectId: string): Promise<void> {
  for await (const { name } of kiln.content.listTypes.each({ projectId })) if (name === "article") return;
  await kiln.content.createType({
    projectId,
    name: "article",
    title: "Article",
    titleField: "title",
    fields: [
      { name: "title", title: "Title", type: "string", required: true, localized: true, maxLength: 120 },
      { name: "teaser", title: "Teaser", type: "text", localized: true, maxLength: 300 },
      { name: "body", title: "Body", type: "portableText", localized: true },
      { name: "picture", title: "Picture", type: "media", accept: ["image"] },
    ],
  });
}
