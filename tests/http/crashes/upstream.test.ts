import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { playCrash } from "../../helpers/play-crash.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { CASES } from "../../helpers/upstream-cases.js";
import type { Upstream } from "../../stand-ins/upstream/serve-upstream.js";

/** SIGKILL at the steps of a job that a vendor bills: at most one paid order, one charge, and what was paid and is known is kept. */
let site: Site;
let person: Person;
let upstreams: Readonly<Record<string, Upstream>>;
let close: () => Promise<void>;
test.before(async () => {
  const started = await startUpstreams();
  ({ upstreams, close } = started);
  site = await openSite(started.env);
  const kiln = await site.start();
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 10_000);
  for (const id of ["fal", "comfyui"])
    await operator.session.patch(`/v1/admin/models/${CASES[id]?.model}`, { paidOnly: false });
  await kiln.stop();
});
test.afterEach.always(() => site.endAll());
test.after.always(async () => {
  await site?.close();
  await close?.();
});

for (const [id, point, status, orders] of [
  ["fal", "generation.intent", "failed", 0],
  ["fal", "generation.submitted", "failed", 1],
  ["fal", "generation.handle", "succeeded", 1],
  ["fal", "generation.results-written", "succeeded", 1],
  ["comfyui", "generation.submitted", "succeeded", 1],
] as const)
  test.serial(`${id}: SIGKILL at ${point} leaves a job that ${status} and ${orders} orders`, async (t) => {
    const each = CASES[id];
    const upstream = upstreams[id];
    if (!each || !upstream) throw new Error(id);
    upstream.orders.length = 0;
    await playCrash(t, site, person, {
      point,
      body: { model: each.model, params: { ...each.params, prompt: `at ${point}` } },
      status,
    });
    t.is(upstream.orders.length, orders);
  });
