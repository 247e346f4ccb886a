import { EXAMPLE } from "../../../cli/types/example-project.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { postType } from "../../helpers/post-type.js";
import { upload } from "../../helpers/upload.js";

export interface ExampleSite {
  ann: Person;
  projectId: string;
  documents: Documents;
  published: string;
  preview: string;
  ids: { full: string; bare: string; draft: string; author: string };
}

/**
 * Makes a project of the example's types by REST, with documents that fill every field and documents that leave out all that they
 * may.
 */
export async function openExampleSite(kiln: Kiln): Promise<ExampleSite> {
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const documents = new Documents(ann, projectId);
  const settings = { locales: [{ code: "en" }, { code: "de" }, { code: "pt-BR", fallback: "de" }] };
  await ann.api.put(`/v1/projects/${projectId}/content/settings`, settings);
  for (const { name, title, fields, description } of [...EXAMPLE.schemas].reverse())
    await postType(ann.api, projectId, name, fields, { title, ...(description && { description }) });

  const token = async (mode: string) =>
    (await ann.api.post(`/v1/projects/${projectId}/content/tokens`, { name: mode, mode })).body
      .secret as string;
  return {
    ann,
    projectId,
    documents,
    published: await token("published"),
    preview: await token("preview"),
    ids: await fill(ann, projectId, documents),
  };
}

async function fill(ann: Person, projectId: string, documents: Documents): Promise<ExampleSite["ids"]> {
  const linked = { storageId: await upload(ann.api, "image/png", Buffer.from("picture")) };
  const own = { storageId: await upload(ann.api, "image/png", Buffer.from("private")) };
  await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [linked.storageId] });
  const publish = (type: string, draft: object) => documents.makePublished(draft, { type });
  const to = (documentId: string) => ({ documentId });

  const company = await publish("company", { name: "Kilns & Co", logo: linked });
  const boss = await publish("author", { name: "Bea" });
  const gone = await publish("author", { name: "Gone" });
  const author = await publish("author", {
    name: "Ann",
    bio: { en: "Writes.", de: "Schreibt." },
    boss: to(boss),
    company: to(company),
  });
  const bare = await publish("article", {
    title: "Bare",
    section: "news",
    score: 0,
    tags: ["a"],
    author: to(gone),
  });
  const full = await publish("article", {
    title: { en: "Full", de: "Voll" },
    section: "long reads",
    mood: "calm",
    teaser: { en: "" },
    rank: 3,
    score: -1.5,
    isHot: false,
    day: "2026-03-01T12:00:00+01:00",
    story: { de: [text("Hallo"), { _type: "map", zoom: 3 }] },
    hero: { en: linked, de: own },
    gallery: [linked, own],
    tags: ["b", "a"],
    author: to(author),
    subject: to(bare),
    related: [to(author), to(gone), to(bare)],
    seo: { label: { en: "L" }, card: { image: linked, by: to(author), size: { width: 2 } } },
    links: [{ href: "x", target: to(bare) }, { href: "y" }],
  });
  const draft = await documents.make({
    section: "sports",
    seo: { card: { size: {} } },
    links: [{}],
    related: [to(author)],
  });
  const away = await documents.unpublish(gone, "?force=true");
  if (away.status !== 200) throw new Error(`unpublish: ${JSON.stringify(away.body)}`);
  return { full, bare, draft, author };
}

const text = (said: string) => ({
  _type: "block",
  style: "normal",
  children: [{ _type: "span", text: said, marks: ["strong"] }],
  markDefs: [],
});
