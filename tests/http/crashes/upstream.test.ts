import test from "ava";
import { dealt } from "../../helpers/dealt.js";
import { playCrash } from "../../helpers/play-crash.js";
import { openUpstreamSite, type UpstreamSite } from "../../helpers/upstream-site.js";

/**
 * The process is killed (SIGKILL) before a vendor's answer to an order is stored: there is at most one paid order, and no charge
 * without a result.
 */
let open: UpstreamSite;
test.before(async () => {
  open = await openUpstreamSite();
});
test.afterEach.always(() => open.site.endAll());
test.after.always(() => open?.close());

for (const [id, point, status, orders] of dealt([
  ["fal", "generation.intent", "failed", 0],
  ["fal", "generation.submitted", "failed", 1],
  ["comfyui", "generation.submitted", "succeeded", 1],
] as const))
  test.serial(
    `${id}: SIGKILL at ${point}: the job ${status}, orders: ${orders} (rules/generation 15; rules/models 26)`,
    async (t) => {
      const { each, upstream } = open.vendor(id);
      await playCrash(t, open.site, open.person, {
        point,
        body: { model: each.model, params: { ...each.params, prompt: `at ${point}` } },
        status,
      });
      t.is(upstream.orders.length, orders);
    },
  );
