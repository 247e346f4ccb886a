import type { FieldDefinition } from "../../contracts/content-schema.js";
import type { Kiln } from "../../start.js";
import type { Client } from "./client.js";
import { makeReader } from "./make-reader.js";
import { makeSite, type Site } from "./make-site.js";
import { startKiln } from "./start-kiln.js";

export interface ReadingSite extends Site {
  kiln: Kiln;
  reader: Client;
  /** Path of the lists of documents. The path of a single document has its id behind it. */
  path: string;
}

/** Starts a process with a site, and a reader of its published content. */
export async function startReadingSite(fields: FieldDefinition[]): Promise<ReadingSite> {
  return makeReadingSite(await startKiln(), fields);
}

/** Makes a site in a running process, and a reader of its published content. */
export async function makeReadingSite(kiln: Kiln, fields: FieldDefinition[]): Promise<ReadingSite> {
  const site = await makeSite(kiln, fields);
  const reader = await makeReader(site.ann, site.projectId);
  return { ...site, kiln, reader, path: `/v1/content/${site.projectId}/documents` };
}
