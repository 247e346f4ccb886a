import { randomUUID } from "node:crypto";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import type { Site } from "../open-site.js";
import { insertMany } from "./insert-backlog.js";

/** Makes fields whose definitions together have 250,000 characters, almost the most that is allowed. */
export const largeFields = (): FieldDefinition[] =>
  Array.from({ length: 120 }, (_, at) => ({
    name: `f${at}`,
    title: `Field ${at}`,
    type: "string",
    localized: true,
    description: "What editors read of it. ".repeat(80),
  }));

/** Inserts content types with large fields and titles in each locale. Their names are `partX0`, `partX1` and so on. */
export const insertTypes = (
  site: Pick<Site, "env" | "folder">,
  projectId: string,
  count: number,
): Promise<void> =>
  insertMany(
    site,
    count,
    async (tx, from, to) => {
      for (let at = from; at < to; at += 1) {
        const type = typeOf(projectId, `partX${at}`, Date.now() + at);
        await tx.insert(ContentType, type);
        await tx.insert(ContentTypeVersion, versionOf(type));
      }
    },
    20,
  );

function typeOf(projectId: string, name: string, createdAt: number) {
  const schema: ContentSchema = { name, title: name, fields: largeFields(), titleField: "f0" };
  return {
    id: randomUUID(),
    projectId,
    name,
    title: name,
    description: null,
    latestVersion: 1,
    schema,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    refreshedTo: null,
  };
}

const versionOf = ({ id, projectId, schema, createdAt }: ReturnType<typeof typeOf>) => ({
  id: randomUUID(),
  projectId,
  typeId: id,
  version: 1,
  schema,
  createdById: null,
  createdAt,
});
