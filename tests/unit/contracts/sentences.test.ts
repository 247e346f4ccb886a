import test from "ava";
import { noSuchNode, takesNoRunInputs, UNKNOWN_STORAGE_ID } from "../../../contracts/sentences.js";

test("decisions 2: the sentences that the spec fixes", (t) => {
  t.is(UNKNOWN_STORAGE_ID, "Unknown or uncommitted storageId");
  t.is(takesNoRunInputs("n1", "output"), "inputs.n1: output nodes don't take run inputs");
  t.is(noSuchNode("n9"), "no node n9 in this workflow");
});
