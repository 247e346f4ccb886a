import { randomUUID } from "node:crypto";
import test from "ava";
import { MAX_INBOUND } from "../../../contracts/workflow-triggers.js";
import { insertFires } from "../../../services/workflows/triggers/fires.js";
import { FIRE_QUEUE } from "../../../services/workflows/triggers/queues.js";
import type { Kiln } from "../../../start.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
  // Nobody starts the runs of what waits.
  kiln.host.tasks.forget(FIRE_QUEUE);
});
test.after.always(() => kiln?.stop());

const fire = (ownerId: string, triggerIds: readonly string[], most?: number) =>
  kiln.host.transact((tx) =>
    insertFires(
      kiln.host,
      tx,
      triggerIds.map((id) => ({ trigger: { id, ownerId }, tick: randomUUID(), inputs: { p: "words" } })),
      most,
    ),
  );
const waiting = (payer: string) =>
  kiln.host.tasks.countReadyOf(kiln.host.read, { queue: FIRE_QUEUE, payer, most: 20_000 });

test("what an account's triggers fire beyond its bound is refused once for each of them, and others' fires wait (rules/workflows 43)", async (t) => {
  const [owner, other, a, b] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const fires = await fire(owner, [a, a, a, b, b, a], 3);
  t.deepEqual(
    fires.map(({ triggerId, status, detail }) => [triggerId, status, detail]),
    [
      [a, "waiting", null],
      [a, "waiting", null],
      [a, "waiting", null],
      [
        b,
        "refused",
        "3 fires of this account's triggers wait for their runs already. The same goes for 1 more that came with it.",
      ],
      [a, "refused", "3 fires of this account's triggers wait for their runs already."],
    ],
  );
  t.is(await waiting(owner), 3);
  t.is((await fire(other, [a], 3))[0]?.status, "waiting");
  t.is((await fire(owner, [b], 4))[0]?.status, "waiting");
});

test("a call beyond the bound is not recorded, so that its repeat starts the run (rules/workflows 43)", async (t) => {
  const { api, id: ownerId } = await signUp(kiln.url);
  const id = await makeWorkflow(api, graphOf([promptNode("p", "words")]));
  const { trigger } = (await api.post(`/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 1 })).body;
  const log = async () => (await api.get(`/v1/workflows/${id}/triggers/${trigger.id}/log`)).body.fires;
  const call = () => new Client("", {}).post(trigger.url, { eventId: "one" });
  for (let at = 0; at < 10; at += 1) await fire(ownerId, Array<string>(1000).fill(randomUUID()));
  t.is(await waiting(ownerId), 10_000);
  const refused = await call();
  t.is(refused.status, 429);
  t.like(refused.body.error, {
    code: "rate_limited",
    message: "10,000 fires of this account's triggers wait for their runs already.",
  });
  t.is(refused.headers.get("retry-after"), "60");
  t.deepEqual(await log(), []);
  for (let at = 1; at < MAX_INBOUND; at += 1) t.is((await call()).status, 429);
  t.regex((await call()).body.error.message, /takes 60 calls a minute/, "refused calls use the address too");
  await kiln.host.transact((tx) => tx.run("DELETE FROM limited_uses WHERE bucket IS NOT NULL"));
  await kiln.host.transact((tx) => tx.run("DELETE FROM tasks WHERE payer = ?", [ownerId]));
  t.is((await call()).body.fire.status, "started");
});
