import test from "ava";
import { MAX_UPDATE_BYTES, updateDraft } from "../../../contracts/content-drafts.js";

const { update } = updateDraft.params.shape;
const sentenceOf = (text: string) => update.safeParse(text).error?.issues[0]?.message ?? null;

test("an update is base64 of at most 1 MB, and is measured at once whatever its end is (rules/content 17)", (t) => {
  const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");
  for (const bytes of [0, 1, 2, 3, MAX_UPDATE_BYTES]) t.is(sentenceOf(base64(bytes)), null, String(bytes));
  t.is(sentenceOf(base64(MAX_UPDATE_BYTES + 1)), `must have at most ${MAX_UPDATE_BYTES} bytes`);
  // A search for the padding in quadratic time would take hours for this.
  t.is(sentenceOf(`${"=".repeat(MAX_UPDATE_BYTES)}aaaa`), "must be base64");
});
