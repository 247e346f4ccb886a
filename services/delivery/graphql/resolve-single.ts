import type { GraphqlContext, Source } from "./context.js";

export interface SingleArguments {
  id: string;
  locale?: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns an id in the form that documents have; null for a text that is no id. */
export function documentId(id: string): string | null {
  const key = id.toLowerCase();
  return UUID.test(key) ? key : null;
}

/** Returns one document; null when the perspective has none of this type with the id. */
export async function resolveSingle(
  context: GraphqlContext,
  type: string,
  { id, locale }: SingleArguments,
): Promise<Source | null> {
  context.types.add(type);
  const key = documentId(id);
  const row = key === null ? null : await context.documents.load(key);
  if (row === null || row.type !== type) return null;
  return context.sourceOf(row, locale ?? context.readContext.model.locales.defaultLocale);
}
