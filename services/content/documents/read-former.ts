import { LRUCache } from "lru-cache";
import type { Reader } from "../../../runtime/database/transaction.js";
import { readFormerFields } from "../types/former-fields.js";
import type { TypeContext } from "../types/type-context.repository.js";
import type { Former } from "../validity/check-draft.js";

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
    fields = await readFormerFields(read, typeId, schemaVersion);
    cached.set(key, fields);
  }
  return { fields, locales: new Set(formerLocales) };
}
