import test from "ava";
import { ReadContext } from "../../../services/delivery/serving/read-context.js";

const contextOf = (id: string, perspective: string, revision: number) =>
  new ReadContext({ project: { id }, perspective, model: { revision } } as unknown as ReadContext);

test("the same question about another project, perspective or content model has another response", (t) => {
  const keys = [
    contextOf("p", "published", 1),
    contextOf("p", "drafts", 1),
    contextOf("p", "published", 2),
    contextOf("q", "published", 1),
  ].map((context) => context.keyOf("list"));
  t.is(new Set(keys).size, keys.length);
  t.not(contextOf("p", "published", 1).keyOf("list"), contextOf("p", "published", 1).keyOf("single"));
  t.is(contextOf("p", "published", 1).keyOf("list"), contextOf("p", "published", 1).keyOf("list"));
});
