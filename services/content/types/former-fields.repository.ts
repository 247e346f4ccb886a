import { ContentFormerFields } from "../../../entities/content-former-fields.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** What is kept of the fields that a type no longer has; null where nothing is. */
export const findFormerFields = (read: Reader, typeId: string): Promise<ContentFormerFields | null> =>
  read.findOne(ContentFormerFields, { id: typeId });

/** `kept` is what is there. The caller has locked the type. */
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
