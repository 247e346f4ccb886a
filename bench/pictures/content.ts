import type { Kiln } from "../../start.js";
import type { Client } from "../../tests/helpers/client.js";
import { makeWebhook } from "../../tests/helpers/make-webhook.js";
import { field, postType } from "../../tests/helpers/post-type.js";
import { BODY, DOCUMENTS, TEASER, titleAt } from "./words.js";

/** Makes sixty articles in two languages: most are published, some changed since, some are drafts, and some have no German. */
export async function fillContent(
  kiln: Kiln,
  api: Client,
  projectId: string,
  pictures: readonly string[],
): Promise<{ typeId: string; documentId: string }> {
  const locales = [
    { code: "en", title: "English" },
    { code: "de", title: "German", fallback: "en" },
  ];
  await api.put(`/v1/projects/${projectId}/content/settings`, { locales });
  await postType(
    api,
    projectId,
    "person",
    [field("name", { title: "Name", required: true }), field("role", { title: "Role", localized: true })],
    { title: "Person", titleField: "name" },
  );
  const { id: typeId } = await postType(
    api,
    projectId,
    "article",
    [
      field("title", { title: "Title", required: true, localized: true, maxLength: 120 }),
      field("teaser", { title: "Teaser", type: "text", localized: true, maxLength: 300 }),
      field("body", { title: "Body", type: "portableText", localized: true }),
      field("picture", { title: "Picture", type: "media", accept: ["image"] }),
      field("author", { title: "Author", type: "reference", to: ["person"] }),
    ],
    { title: "Article", titleField: "title" },
  );
  const author = await create(api, projectId, "person", {
    name: "Jonas Berg",
    role: { en: "Editor", de: "Redakteur" },
  });
  await api.post(`/v1/content/documents/${author}/publish`, { baseVersion: 1 });
  let documentId = "";
  for (let at = DOCUMENTS - 2; at >= 0; at -= 1)
    documentId = await article(api, projectId, at, { author, pictures });
  await makeWebhook(api, projectId, `${kiln.host.baseUrl}/hooks/site`, { name: "Website" });
  await api.post(`/v1/projects/${projectId}/content/tokens`, { name: "Website" });
  return { typeId, documentId };
}

async function create(api: Client, projectId: string, type: string, draft: object): Promise<string> {
  const made = await api.post(`/v1/projects/${projectId}/content/documents`, { type, draft });
  if (made.status !== 200) throw new Error(`${type}: ${JSON.stringify(made.body)}`);
  return made.body.document.id as string;
}

/** Makes an article whose state and languages depend on its number. */
async function article(
  api: Client,
  projectId: string,
  at: number,
  { author, pictures }: { author: string; pictures: readonly string[] },
): Promise<string> {
  const title = titleAt(at);
  const isTranslated = at % 4 !== 3;
  const id = await create(api, projectId, "article", {
    title: isTranslated ? title : { en: title.en },
    teaser: isTranslated && at % 4 !== 2 ? TEASER : { en: TEASER.en },
    body: isTranslated && at % 4 === 0 ? BODY : { en: BODY.en },
    picture: { storageId: pictures[at % pictures.length] },
    author: { documentId: author },
  });
  if (at % 5 === 4) return id;
  await api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 });
  if (at % 6 === 0)
    await api.patch(`/v1/content/documents/${id}`, {
      draft: { teaser: { en: `${TEASER.en} Second edition.` } },
    });
  return id;
}
