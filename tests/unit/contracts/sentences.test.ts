import test from "ava";
import { UNKNOWN_STORAGE_ID } from "../../../contracts/sentences.js";

test("decisions 2: the sentences that the spec fixes", (t) => {
  t.is(UNKNOWN_STORAGE_ID, "Unknown or uncommitted storageId");
});
