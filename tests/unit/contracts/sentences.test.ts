import test from "ava";
import { UNKNOWN_STORAGE_ID } from "../../../contracts/sentences.js";

test("sentences that callers compare are constants (rules/models 21; rules/workflows 10)", (t) => {
  t.is(UNKNOWN_STORAGE_ID, "Unknown or uncommitted storageId");
});
