import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { Host } from "../../../runtime/process/host.js";
import { joinProject } from "../../projects/index.js";
import { isSame } from "../draft/plain-value.js";
import { readLocales } from "../settings/settings.repository.js";
import { recordChanges } from "../../changes/index.js";
import { unknownType } from "../content.policy.js";
import { checkNames, type NameTaken } from "./check-names.js";
import { checkSchema } from "./check-schema.js";
import { versionOf } from "./create-type.js";
import { keepFormerFields } from "./former-fields.js";
import { derivationOf, planRefresh, refreshNow } from "./refresh-documents.js";
import { requireSchemaRoom } from "./schema-room.js";
import { transactWithFacts } from "./schema-facts.js";
import * as types from "./type.repository.js";

/** The changes of a type: undefined leaves a property as it is, null clears it. */
export interface TypeChange {
  title?: string | undefined;
  description?: string | null | undefined;
  fields?: FieldDefinition[] | undefined;
  titleField?: string | null | undefined;
}

interface TypeEdit {
  type: Pick<ContentType, "id" | "projectId">;
  accountId: string;
  baseVersion: number;
  change: TypeChange;
}

/**
 * Changes a type if its latest version is `baseVersion`. A change of fields or titleField creates a new
 * version; title and description alone do not (rules/content 4). Throws `invalid_params` for an invalid
 * schema, and `conflict` for another version.
 */
export async function updateType(host: Host, edit: TypeEdit): Promise<ContentType> {
  const { type, isRefreshed } = await change(host, edit);
  if (isRefreshed) await refreshNow(host, [type.id]);
  return type;
}

interface Changed {
  type: ContentType;
  /** True when the derived columns of the type's documents change. */
  isRefreshed: boolean;
}

function change(host: Pick<Host, "longRead" | "transact" | "tasks">, edit: TypeEdit): Promise<Changed> {
  const { id, projectId } = edit.type;
  return transactWithFacts<NameTaken[], Changed>(host, async (tx, facts) => {
    await joinProject(tx, { projectId, accountId: edit.accountId });
    const current = await types.lockType(tx, id);
    if (current === null) throw unknownType();
    const schema = changed(current.schema, edit.change);
    const isChanged = !isSame(current.schema, schema);
    const isMinted = !isSame(coreOf(current.schema), coreOf(schema));
    const others = isChanged
      ? (await types.findSizedTypes(tx, projectId)).filter((other) => other.id !== id)
      : [];
    if (isMinted) checkSchema(schema, others);
    requireVersion(current, edit.baseVersion);
    // The names are checked after the version, because the facts belong to a change of this version.
    if (isMinted) checkNames(schema, others, facts);
    if (!isChanged) return { type: current, isRefreshed: false };
    requireSchemaRoom(schema, current.schema, others);
    const columns = {
      title: schema.title,
      description: schema.description ?? null,
      latestVersion: current.latestVersion + (isMinted ? 1 : 0),
      schema,
      updatedAt: Date.now(),
    };
    const type = { ...current, ...columns };
    await types.updateType(tx, id, columns);
    if (isMinted) {
      await types.insertVersion(tx, versionOf(type, edit.accountId));
      await keepFormerFields(tx, current, type);
    }
    const locales = await readLocales(tx, projectId);
    const isRefreshed = derivationOf(current.schema, locales) !== derivationOf(schema, locales);
    if (isRefreshed) await planRefresh(host, tx, { projectId, typeIds: [id] });
    recordChanges(tx, projectId, [{ kind: "type", isPublished: true, typeId: id }]);
    return { type, isRefreshed };
  });
}

/** Returns the parts of a schema by which documents are read and checked. */
const coreOf = ({ fields, titleField }: ContentSchema) => ({ fields, titleField: titleField ?? null });

function changed(
  schema: ContentSchema,
  { title, description, fields, titleField }: TypeChange,
): ContentSchema {
  return makeSchema({
    name: schema.name,
    title: title ?? schema.title,
    description: description === undefined ? schema.description : description,
    fields: fields ?? schema.fields,
    titleField: titleField === undefined ? schema.titleField : titleField,
  });
}

/** Returns a schema without the properties that were cleared. */
export const makeSchema = ({
  description,
  titleField,
  ...schema
}: Pick<ContentSchema, "name" | "title" | "fields"> & {
  description?: string | null | undefined;
  titleField?: string | null | undefined;
}): ContentSchema => ({
  ...schema,
  ...(description !== undefined && description !== null && { description }),
  ...(titleField !== undefined && titleField !== null && { titleField }),
});

function requireVersion({ latestVersion }: ContentType, baseVersion: number): void {
  if (baseVersion !== latestVersion)
    throw new ServiceError(
      "conflict",
      `baseVersion is ${baseVersion}, but the type is at version ${latestVersion}: read it again and repeat the change.`,
    );
}
