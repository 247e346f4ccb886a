import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openEvents } from "../../helpers/event-stream.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { openSite } from "../../helpers/open-site.js";
import { IS_LONG } from "../../helpers/is-long.js";

const revisions = (stream: { events: { id: string }[] }): number[] =>
  stream.events.slice(1).map(({ id }) => Number(id));

test("over NATS a gateway tells of jobs that another process works on; after its kill nothing is lost (rules/generation 19)", async (t) => {
  const cluster = await openCluster({ TASK_LEASE_SECONDS: "2" });
  t.teardown(() => cluster.close());
  const [gateway, , worker] = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
  const ann = await signUp(cluster.url);
  const submit = async (prompt: string): Promise<string> =>
    (await ann.api.post("/v1/generations", mockRequest(prompt))).body.job.id;
  const first = await openEvents(cluster.url, ann.api.headers);
  const quick = await submit("quick");
  t.deepEqual((await first.until(quick, "succeeded")).at(-1), "succeeded");

  const slow = await submit("[slow=4]");
  await first.until(slow, "running");
  gateway.kill("SIGKILL");
  await gateway.ended;
  await first.ended();
  await cluster.gateway();
  const second = await openEvents(cluster.url, { ...ann.api.headers, "last-event-id": first.lastId });
  await second.until(slow, "succeeded");

  const doomed = await submit("[slow=3]");
  await second.until(doomed, "running");
  worker.kill("SIGKILL");
  await cluster.worker();
  await second.until(doomed, "succeeded");
  t.deepEqual(
    [...revisions(first), ...revisions(second)],
    Array.from({ length: Number(second.lastId) }, (_, at) => at + 1),
  );
  t.is(second.of(doomed).filter(({ data }) => data.status === "succeeded").length, 1);
  second.close();
});

test("without NATS each of two processes tells of the other's jobs, in one order", async (t) => {
  const site = await openSite({ TASK_LEASE_SECONDS: "60" });
  t.teardown(() => site.close());
  const [left, right] = await Promise.all([site.start(), site.start()]);
  const ann = await signUp(left.url);
  const one = await openEvents(left.url, ann.api.headers);
  const two = await openEvents(right.url, ann.api.headers);
  const jobs = await Promise.all(
    Array.from({ length: IS_LONG ? 40 : 12 }, async (_, at) => {
      const side = ann.api.at(at % 2 === 0 ? left.url : right.url);
      const { body } = await side.post("/v1/generations", mockRequest(`[slow=0.1] ${at}`));
      return body.job.id as string;
    }),
  );
  for (const id of jobs)
    for (const stream of [one, two])
      t.deepEqual([...new Set(await stream.until(id, "succeeded"))], ["queued", "running", "succeeded"]);
  t.deepEqual(one.events.slice(1), two.events.slice(1));
  t.deepEqual(
    revisions(one),
    revisions(one).map((_, at) => at + 1),
  );
  t.deepEqual(await left.stop(), { code: 0, signal: null }, left.output);
  await one.ended();
  two.close();
});
