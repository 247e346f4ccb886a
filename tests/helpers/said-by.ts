import * as Y from "yjs";
import type { ContentFields } from "../../contracts/content-schema.js";

/** Returns the content of the fields of a Y.Doc as docs/content-editing.md defines it, where an empty entry has no content. */
export const saidBy = (doc: Y.Doc): ContentFields =>
  JSON.parse(JSON.stringify(mapSaid(doc.getMap("fields"), false))) as ContentFields;

function mapSaid(map: Y.Map<unknown>, isItem: boolean): Record<string, unknown> {
  const isBlock = isItem && map.has("_type");
  const entries = [...map.entries()].map(([key, value]) => ({ key, value, said: valueSaid(value) }));
  return Object.fromEntries(
    entries
      .filter(
        ({ value, said }) =>
          isBlock || !(said === null || (value instanceof Y.AbstractType && isEmpty(said))),
      )
      .map(({ key, said }) => [key, said]),
  );
}

function valueSaid(value: unknown): unknown {
  if (value instanceof Y.Map) return mapSaid(value, false);
  if (value instanceof Y.Array)
    return value.toArray().map((item) => (item instanceof Y.Map ? mapSaid(item, true) : valueSaid(item)));
  return value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value;
}

const isEmpty = (said: unknown): boolean => ['""', "[]", "{}"].includes(JSON.stringify(said));
