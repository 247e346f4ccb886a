import test from "ava";
import { z } from "zod";
import { issueSentence } from "../../../runtime/issue-sentence.js";

test("a rule that two checks state is said once (issue 16.11)", (t) => {
  const RULE = "must be a whole number from 1 to 100";
  const schema = z.object({ limit: z.number().int(RULE).min(1, RULE), name: z.string() });
  const { error } = schema.safeParse({ limit: -0.5 }, { reportInput: true });
  t.is(issueSentence(error?.issues ?? []), `limit ${RULE}; name is required.`);
});
