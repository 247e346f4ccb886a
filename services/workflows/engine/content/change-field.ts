import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { mergeDraft } from "../../../../contracts/content-documents.js";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import { isPlainObject } from "../../../../contracts/content-values.js";
import { linkToProject } from "../../../../contracts/storage.js";
import type { FieldChange } from "../../../../plugins/kit/content-access.js";
import { forget, remember } from "../remember.js";
import type { RunScope } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { isRefusal } from "../step-refusal.js";
import { requireDocument } from "./content-project.js";
import { asFieldValue, fieldAt } from "./field-value.js";
import type { StepAt } from "./step-at.js";

/** What is stored before a field is written, so that a repeat does not undo what others have written since. */
interface Before {
  /** The fingerprint of the value that the field had. */
  print: string;
}

/**
 * Writes one field of a draft as a partial update, so that editors at work keep what they write elsewhere. A field
 * that has the value already is left alone, whatever the version. A repeat after a crash writes only where the field still
 * has the value from before; any other value was written after the act had begun, and stays (rules/workflows 51).
 * Throws `conflict` for another `baseVersion`.
 */
export async function changeField(
  scope: RunScope,
  at: StepAt,
  { documentId, field, value, locale, baseVersion }: FieldChange,
): Promise<number> {
  const context = await actWithin(scope.host, scope.run, mergeDraft);
  const { document, schema } = await requireDocument(scope, context, documentId);
  const definition = fieldAt(schema.fields as readonly FieldDefinition[], field, locale);
  const written = asFieldValue(definition, field, value);
  if (value.type !== "text")
    await context.call(linkToProject, { id: document.projectId, storageIds: [value.storageId] });
  const present = valueAt(document.draft, field, locale);
  if (isDeepStrictEqual(present, written)) return document.draftVersion;
  const print = fingerprint(present);
  const before = scope.steps.get(at.id)?.result as Before | undefined;
  if (before === undefined) await remember(scope, at, { print } satisfies Before);
  else if (before.print !== print) return document.draftVersion;
  const change = nested([...field.split("."), ...(locale === undefined ? [] : [locale])], written);
  try {
    const merged = await context.call(mergeDraft, {
      id: documentId,
      draft: change,
      ...(baseVersion !== undefined && { baseVersion }),
    });
    return merged.document.draftVersion;
  } catch (error) {
    // Nothing was written, so a resumed run begins with the field as it is then.
    if (isRefusal(error)) await forget(scope, at);
    throw error;
  }
}

/** Returns the SHA-256 of a field's value; the order of the members of objects does not count. */
const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify([value ?? null], (_name, each: unknown) => (isPlainObject(each) ? ordered(each) : each)),
    )
    .digest("hex");

const ordered = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));

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
