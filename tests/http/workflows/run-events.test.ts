import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { openEvents } from "../../helpers/event-stream.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, picture, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const listen = (person: Person) => openEvents(kiln.url, person.api.headers);

test("a run is told from its start to its end to who started it, on GET /v1/events (rules/generation 19)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const [own, other] = [await listen(ann), await listen(bob)];
  const complete = await runToEnd(ann.api, await makeWorkflow(ann.api, graphOf([picture("i", "x")])));
  t.deepEqual([...new Set(await own.until(complete.id, "complete"))], ["running", "complete"]);
  for (const { data } of own.of(complete.id)) t.is(data.workflowId, complete.workflowId);
  t.like(own.of(complete.id).at(-1), { event: "run", data: { type: "run", progress: 1, projectId: null } });
  const failed = await runToEnd(ann.api, await makeWorkflow(ann.api, graphOf([picture("i", "[fail] x")])));
  await own.until(failed.id, "error");
  const id = await makeWorkflow(ann.api, graphOf([picture("i", "[slow=60] x")]));
  const { run } = (await ann.api.post(`/v1/workflows/${id}/execute`)).body;
  await ann.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  await own.until(run.id, "stopped");
  t.is(own.of(run.id).filter(({ data }) => data.status === "stopped").length, 1);
  t.deepEqual(
    other.events.map(({ event }) => event),
    ["ready"],
  );
  for (const stream of [own, other]) stream.close();
});

test("a key hears of runs only with workflows:read, and of its jobs all the same (rules/identity 29)", async (t) => {
  const ann = await signUp(kiln.url);
  const { body } = await ann.session.post("/v1/api-keys", { name: "jobs", scopes: ["generation:read"] });
  const [whole, jobs] = [
    await listen(ann),
    await openEvents(kiln.url, { authorization: `Bearer ${body.secret}` }),
  ];
  const run = await runToEnd(ann.api, await makeWorkflow(ann.api, graphOf([picture("i", "x")])));
  await whole.until(run.id, "complete");
  const { jobs: made } = (await ann.api.get("/v1/generations")).body;
  await jobs.until(made[0].id, "succeeded");
  t.deepEqual([...new Set(jobs.events.map(({ event }) => event))], ["ready", "generation"]);
  for (const stream of [whole, jobs]) stream.close();
});
