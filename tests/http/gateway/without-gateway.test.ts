import test from "ava";
import type { Kiln } from "../../../start.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln({ SERVICES: "generation.*" });
});
test.after.always(() => kiln?.stop());

const statusOf = async (path: string, method = "GET"): Promise<number> => {
  const answer = await fetch(`${kiln.url}${path}`, { method });
  await answer.arrayBuffer();
  return answer.status;
};

test("a process without a gateway answers /livez, /readyz and /metrics, and nothing else (rules/running 12)", async (t) => {
  for (const path of ["/livez", "/readyz", "/metrics"]) t.is(await statusOf(path), 200, path);
  for (const path of ["/", "/docs", "/mcp", "/graphql", "/app/library", "/oauth/authorize"])
    t.is(await statusOf(path), 404, path);
  for (const path of ["/v1/openapi.json", "/v1/plans", "/v1/health", "/v1/models", "/v1/account"])
    t.is(await statusOf(path), 404, path);
  t.is(await statusOf("/v1/auth/sign-up", "POST"), 404);
});
