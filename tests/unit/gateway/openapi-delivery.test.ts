import test from "ava";
import { buildOpenApi } from "../../../services/gateway/openapi.js";

interface Operation {
  parameters: { name: string; in: string }[];
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { schema: { required: string[] } }> }
  >;
}
const paths = buildOpenApi()["paths"] as Record<string, Record<string, Operation>>;

test("what readers get can be asked for again: ETag, If-None-Match, 304 and Cache-Tag (rules/delivery 7 and 9)", (t) => {
  for (const path of ["documents", "documents/{id}", "types"]) {
    const operation = paths[`/v1/content/{projectId}/${path}`]?.["get"];
    t.true(
      operation?.parameters.some((each) => each.name === "If-None-Match" && each.in === "header"),
      path,
    );
    for (const status of ["200", "304"])
      t.like(
        Object.keys(operation?.responses[status]?.headers ?? {}),
        ["ETag", "Cache-Tag"],
        `${path} ${status}`,
      );
    t.is(operation?.responses["304"]?.content, undefined);
  }
});

test("a GraphQL query that is refused is 400 with errors, not the envelope of other errors (rules/delivery 34)", (t) => {
  const refused = paths["/v1/content/{projectId}/graphql"]?.["post"]?.responses["400"];
  t.deepEqual(refused?.content?.["application/json"]?.schema.required, ["errors"]);
});
