import { LRUCache } from "lru-cache";
import type { Reader } from "../../../runtime/database/transaction.js";
import { readFormerFields } from "../types/former-fields.js";
import type { TypeContext } from "../types/type-context.repository.js";
import type { Former } from "../validity/check-draft.js";

/** The approximate bytes of a path beside its characters. */
const PATH = 50;
/** The former fields by type and version. Versions never change, so an entry never gets old. */
const cached = new LRUCache<string, ReadonlySet<string>>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: (paths) => [...paths].reduce((sum, path) => sum + PATH + path.length, PATH),
});

/** Returns the fields of earlier versions of a type, and the locales of earlier settings of its project. */
export async function readFormer(read: Reader, typeContext: TypeContext): Promise<Former> {
  const { typeId, schemaVersion, formerLocales } = typeContext;
  const key = `${typeId} ${schemaVersion}`;
  let fields = cached.get(key);
  if (fields === undefined) {
    fields = await readFormerFields(read, typeId, schemaVersion);
    cached.set(key, fields);
  }
  return { fields, locales: new Set(formerLocales) };
}
