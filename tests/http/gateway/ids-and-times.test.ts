import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Returns every named value of an answer at any depth. */
function valuesOf(answer: unknown): [name: string, value: unknown][] {
  if (answer === null || typeof answer !== "object") return [];
  return Object.entries(answer).flatMap(([name, value]): [string, unknown][] => [
    [name, value],
    ...valuesOf(value),
  ]);
}

test("times are ISO 8601 in UTC, ids are UUIDs, models and Applications have slugs (rules/edge 4)", async (t) => {
  const projectId = await makeProject(ann);
  await ann.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "site" });
  await ann.api.post("/v1/workflows", { projectId });
  const made = await ann.api.post("/v1/generations", {
    model: "mock-image",
    params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
    projectId,
  });
  await waitForJob(ann.api, made.body.job.id);
  let times = 0;
  let ids = 0;
  for (const path of [
    "/v1/account",
    "/v1/api-keys",
    "/v1/generations",
    "/v1/projects",
    `/v1/projects/${projectId}`,
    `/v1/projects/${projectId}/storage`,
    `/v1/projects/${projectId}/content/tokens`,
    `/v1/workflows?projectId=${projectId}`,
    "/v1/usage",
    "/v1/storage/usage",
  ]) {
    const { status, body } = await ann.session.get(path);
    t.is(status, 200, path);
    for (const [name, value] of valuesOf(body)) {
      if (typeof value !== "string") continue;
      if (name.endsWith("At")) {
        times += 1;
        t.is(new Date(value).toISOString(), value, `${path} ${name}`);
      }
      if (/^id$|Id$/.test(name)) {
        ids += 1;
        t.regex(value, UUID, `${path} ${name}`);
      }
    }
  }
  t.true(times > 10 && ids > 10, `${times} times and ${ids} ids were looked at`);
  for (const { id } of (await ann.api.get("/v1/models")).body.models) t.regex(id, SLUG);
  for (const { id, modelId } of (await ann.api.get("/v1/applications")).body.applications) {
    t.regex(id, SLUG);
    t.regex(modelId, SLUG);
  }
});
