import { isDeepStrictEqual } from "node:util";
import { mergeDraft } from "../../../../contracts/content-documents.js";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import { linkToProject } from "../../../../contracts/storage.js";
import type { FieldChange } from "../../../../plugins/kit/content-access.js";
import type { RunScope } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { requireDocument } from "./content-project.js";
import { asFieldValue, fieldAt } from "./field-value.js";

/**
 * Writes one field of a draft as a partial update, so that editors at work keep what they write elsewhere. A field
 * that has the value already is left alone, whatever the version, so a repeat after a crash changes nothing.
 * Throws `conflict` for another `baseVersion`.
 */
export async function changeField(
  scope: RunScope,
  { documentId, field, value, locale, baseVersion }: FieldChange,
): Promise<number> {
  const context = await actWithin(scope.host, scope.run, mergeDraft);
  const { document, schema } = await requireDocument(scope, context, documentId);
  const definition = fieldAt(schema.fields as readonly FieldDefinition[], field, locale);
  const written = asFieldValue(definition, field, value);
  if (value.type !== "text")
    await context.call(linkToProject, { id: document.projectId, storageIds: [value.storageId] });
  if (isDeepStrictEqual(valueAt(document.draft, field, locale), written)) return document.draftVersion;
  const change = nested([...field.split("."), ...(locale === undefined ? [] : [locale])], written);
  const merged = await context.call(mergeDraft, {
    id: documentId,
    draft: change,
    ...(baseVersion !== undefined && { baseVersion }),
  });
  return merged.document.draftVersion;
}

const nested = (path: readonly string[], value: unknown): Record<string, unknown> => {
  const [name = "", ...rest] = path;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
};

/** Returns the value at a path of a draft, or at a locale of that path. */
function valueAt(draft: unknown, field: string, locale: string | undefined): unknown {
  let value = draft;
  for (const name of [...field.split("."), ...(locale === undefined ? [] : [locale])])
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return value;
}
