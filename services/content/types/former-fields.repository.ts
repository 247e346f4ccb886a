import { ContentFormerFields } from "../../../entities/content-former-fields.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** Returns the stored fields that a type no longer has, or null where nothing is stored. */
export const findFormerFields = (read: Reader, typeId: string): Promise<ContentFormerFields | null> =>
  read.findOne(ContentFormerFields, { id: typeId });

/** Stores the fields that a type no longer has; `kept` is the present row. The caller has locked the type. */
export async function saveFormerFields(
  tx: Tx,
  { id, ...columns }: ContentFormerFields,
  kept: ContentFormerFields | null,
): Promise<void> {
  if (kept === null) await tx.insert(ContentFormerFields, { id, ...columns });
  else await tx.update(ContentFormerFields, { id }, columns);
}

export async function deleteFormerFields(tx: Tx, typeId: string): Promise<void> {
  await tx.delete(ContentFormerFields, { id: typeId });
}
