import type { FieldDefinition } from "../../contracts/content-schema.js";
import { ContentSettings } from "../../entities/content-settings.js";
import type { Kiln } from "../../start.js";
import { type Person, signUp } from "./client.js";
import { Documents, makeType } from "./content.js";
import { makeProject } from "./make-project.js";

export interface Site {
  ann: Person;
  projectId: string;
  documents: Documents;
}

/** Fields of the type that most tests of translation use. */
export const TITLE: FieldDefinition[] = [{ name: "title", title: "Title", type: "string", localized: true }];

/** Makes a person, a project of theirs and its type `article`. */
export async function makeArticles(kiln: Kiln, fields?: FieldDefinition[]): Promise<Site> {
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, fields);
  return { ann, projectId, documents: new Documents(ann, projectId) };
}

/** Makes a person, a project of theirs in English, German and Portuguese, and its type `article`. */
export async function makeSite(
  kiln: Kiln,
  fields: FieldDefinition[],
  settings: Partial<ContentSettings> = {},
): Promise<Site> {
  const site = await makeArticles(kiln, fields);
  const locale = (code: string) => ({ code, title: code, fallback: null, required: false });
  await kiln.host.transact((tx) =>
    tx.insert(ContentSettings, {
      id: site.projectId,
      defaultLocale: "en",
      locales: ["en", "de", "pt-BR"].map(locale),
      brief: "",
      autoTranslateOnPublish: false,
      translationModel: "auto",
      updatedAt: Date.now(),
      ...settings,
    }),
  );
  return site;
}
