import test from "ava";
import { buildOpenApi } from "../../../services/gateway/openapi.js";
import { tagOf } from "../../../services/gateway/openapi-tags.js";
import { ROUTE_OPENERS } from "../../../services/identity/route-scopes.js";

const openApiPath = (route: string) => (route.split(" ")[1] ?? "").replace(/:(\w+)/g, "{$1}");

test("every route of the API has a heading, also of areas that come later", (t) => {
  const paths = Object.keys(ROUTE_OPENERS)
    .map(openApiPath)
    .filter((path) => /^\/(v1|checkout)\//.test(path) && path !== "/v1/openapi.json");
  for (const path of paths) t.notThrows(() => tagOf(path), path);
});

test("a route stands below what a reader looks for", (t) => {
  for (const [path, heading] of [
    ["/v1/estimates", "Generations"],
    ["/v1/projects/{id}", "Projects"],
    ["/v1/projects/{id}/storage", "Files and storage"],
    ["/v1/projects/{projectId}/content/types", "Content management"],
    ["/v1/projects/{projectId}/content/webhooks", "Content webhooks"],
    ["/v1/content/documents/{id}/translate", "Content management"],
    ["/v1/content/{projectId}/documents/{id}", "Content delivery"],
    ["/v1/content/types/{id}", "Content management"],
    ["/v1/admin/models/{id}", "Operators"],
  ] as const)
    t.is(tagOf(path), heading, path);
  t.throws(() => tagOf("/v1/elsewhere"), { message: /has no heading/ });
});

test("the document lists its headings in their order, and no other", (t) => {
  const { tags, paths } = buildOpenApi() as {
    tags: { name: string }[];
    paths: Record<string, Record<string, { tags: string[] }>>;
  };
  const used = new Set(
    Object.values(paths).flatMap((verbs) => Object.values(verbs).flatMap(({ tags }) => tags)),
  );
  t.deepEqual(tags.map(({ name }) => name).toSorted(), [...used].toSorted());
  t.is(tags[0]?.name, "Models");
  t.is(tags.at(-1)?.name, "Operators");
});
