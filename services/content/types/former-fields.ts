import type { ContentSchema, FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { findFormerFields, saveFormerFields } from "./former-fields.repository.js";
import { schemasBefore } from "./type.repository.js";

/** The limits of earlier versions that are read, newest first, inside the transaction of a save. */
const MOST_READ = { versions: 200, bytes: 4 * 2 ** 20 };
/**
 * The limits of the paths that are kept for a type: their number, and their bytes as JSON. The paths that
 * were removed first are forgotten.
 */
const MOST_KEPT = { paths: 4000, bytes: 256 * 1024 };

/**
 * Returns the paths of fields that a type had before a version (rules/content 21). The stored paths lack
 * versions that a process of an earlier release made, so then the versions themselves are read too.
 */
export async function readFormerFields(
  read: Reader,
  typeId: string,
  version: number,
): Promise<ReadonlySet<string>> {
  const kept = await findFormerFields(read, typeId);
  if (kept !== null && kept.version >= version) return new Set(kept.paths);
  return new Set([...(await readEarlier(read, typeId, version)), ...(kept?.paths ?? [])]);
}

/** Stores the fields that a type loses, in the transaction that gives it another schema. */
export async function keepFormerFields(
  tx: Tx,
  { id, projectId, latestVersion, schema }: ContentType,
  next: Pick<ContentType, "latestVersion" | "schema">,
): Promise<void> {
  const kept = await findFormerFields(tx, id);
  const before = kept?.paths ?? [];
  const isWhole = kept?.version === latestVersion;
  const stays = pathsOf(next.schema);
  const read = isWhole ? [] : [...(await readEarlier(tx, id, latestVersion))];
  // A field that stays would only take the room of removed ones; it is added when it is removed.
  const earlier = [...read.filter((path) => !stays.has(path)), ...before];
  const gone = [...pathsOf(schema)].filter((path) => !stays.has(path));
  const paths = newest([...gone, ...earlier]);
  await saveFormerFields(tx, { id, projectId, version: next.latestVersion, paths }, kept);
}

/**
 * Returns each path once, as many as are kept. A field that was added again keeps its path, because another
 * version may lack it.
 */
function newest(paths: readonly string[]): string[] {
  const some = [...new Set(paths)].slice(0, MOST_KEPT.paths);
  let bytes = 0;
  const end = some.findIndex((path) => (bytes += path.length + QUOTES) > MOST_KEPT.bytes);
  return end < 0 ? some : some.slice(0, end);
}

/** The bytes of a path's two quotes and its comma. A path has ASCII only. */
const QUOTES = 3;

async function readEarlier(read: Reader, typeId: string, before: number): Promise<ReadonlySet<string>> {
  const schemas = await schemasBefore(read, typeId, before, MOST_READ);
  return new Set(schemas.flatMap((schema) => [...pathsOf(schema)]));
}

/** Returns the dotted paths, without indexes, of all fields of a schema. */
function pathsOf({ fields }: Pick<ContentSchema, "fields">): Set<string> {
  const paths = new Set<string>();
  collect(fields, "", paths);
  return paths;
}

function collect(fields: readonly FieldDefinition[], prefix: string, into: Set<string>): void {
  for (const field of fields) {
    const path = prefix + field.name;
    into.add(path);
    collectInside(field.type === "array" ? field.of : field, path, into);
  }
}

function collectInside(definition: FieldDefinition | ItemDefinition, path: string, into: Set<string>): void {
  if (definition.type === "object") collect(definition.fields, `${path}.`, into);
}
