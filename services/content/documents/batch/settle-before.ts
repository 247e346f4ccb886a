import type { ContentFields } from "../../../../contracts/content-schema.js";
import { ServiceError } from "../../../../contracts/errors.js";
import type { Reader } from "../../../../runtime/database/transaction.js";
import type { Drafts } from "../../draft/drafts.js";
import { readTypeContextByName, type TypeContext } from "../../types/type-context.repository.js";
import { shapeOf } from "../draft-state.repository.js";
import { requireSize } from "../require-size.js";

/** The stored form of a new draft. */
export interface SettledDraft {
  draft: ContentFields;
  draftBytes: number;
}

/** A draft that was settled before its transaction, or its refusal, and the type as it was then. */
export interface SettledBefore {
  typeContext: TypeContext;
  settled: SettledDraft | ServiceError;
}

/**
 * Settles a large new draft before its transaction, in a thread, and finds out whether an editor could open it: that
 * takes seconds for a draft of many pieces, and on the embedded database every other writer would wait. The transaction
 * uses the result if the type and the locales are still the same. Returns null for an unknown type.
 */
export async function settleBefore(
  read: Reader,
  drafts: Drafts,
  { projectId, type, draft: fields }: { projectId: string; type: string; draft: ContentFields },
): Promise<SettledBefore | null> {
  const typeContext = await readTypeContextByName(read, projectId, type);
  if (typeContext === null) return null;
  try {
    const draft = await drafts.settle(shapeOf(typeContext), fields, {});
    return { typeContext, settled: await requireFit(drafts, typeContext, draft) };
  } catch (error) {
    if (error instanceof ServiceError) return { typeContext, settled: error };
    throw error;
  }
}

/** Throws `invalid_params` for a draft above MAX_DRAFT_BYTES, and `payload_too_large` for one that no editor could open. */
export async function requireFit(
  drafts: Drafts,
  typeContext: TypeContext,
  draft: ContentFields,
): Promise<SettledDraft> {
  const draftBytes = requireSize(draft);
  await drafts.requireOpenable(shapeOf(typeContext), draft);
  return { draft, draftBytes };
}

/** Returns what was settled before if it is still true of the type; null otherwise. Throws its refusal. */
export function settledFor(before: SettledBefore | null, now: TypeContext): SettledDraft | null {
  if (before === null || !isSameShape(before.typeContext, now)) return null;
  if (before.settled instanceof ServiceError) throw before.settled;
  return before.settled;
}

const isSameShape = (one: TypeContext, other: TypeContext): boolean =>
  one.typeId === other.typeId &&
  one.schemaVersion === other.schemaVersion &&
  one.locales.defaultLocale === other.locales.defaultLocale &&
  shapeOf(one).locales.join() === shapeOf(other).locales.join();
