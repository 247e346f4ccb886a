import test from "ava";
import { Apollo } from "../../../../services/delivery/graphql/apollo.js";
import type { Asking } from "../../../../services/delivery/graphql/run.js";

test("an Apollo Server that could not be opened is opened by the next query", async (t) => {
  let times = 0;
  const apollo = new Apollo({ all: () => [] }, {} as never, async () => {
    if ((times += 1) === 1) throw new Error("No file may be opened now.");
    const body = { kind: "single", singleResult: { data: { times } } };
    return { executeOperation: async () => ({ body }) } as never;
  });
  const asking = { request: { query: "{ a }", operationName: null, variables: {} } } as unknown as Asking;
  await t.throwsAsync(apollo.run(asking), { message: "No file may be opened now." });
  for (let time = 0; time < 2; time++)
    t.is((await apollo.run(asking)).parts.join().toString(), '{"data":{"times":2}}');
});
