import { LRUCache } from "lru-cache";
import type { FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { schemasBefore } from "../types/type.repository.js";
import type { Former } from "../validity/check-draft.js";
import type { TypeContext } from "../types/type-context.repository.js";

/** Earlier versions of a type that are looked at, newest first: they are read inside the transaction of a save. */
const MOST = { versions: 200, bytes: 4 * 2 ** 20 };

/** The bytes of a path beside its characters, about. */
const PATH = 50;
/** Versions never change, so what they had does not either. */
const cached = new LRUCache<string, ReadonlySet<string>>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: (paths) => [...paths].reduce((sum, path) => sum + PATH + path.length, PATH),
});

/** What earlier versions of a type, and earlier settings of its project, had. */
export async function readFormer(read: Reader, typeContext: TypeContext): Promise<Former> {
  const { typeId, schemaVersion, formerLocales } = typeContext;
  const key = `${typeId} ${schemaVersion}`;
  let fields = cached.get(key);
  if (fields === undefined) {
    fields = await readFields(read, typeId, schemaVersion);
    cached.set(key, fields);
  }
  return { fields, locales: new Set(formerLocales) };
}

async function readFields(read: Reader, typeId: string, before: number): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const { fields } of await schemasBefore(read, typeId, before, MOST)) collect(fields, "", paths);
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
