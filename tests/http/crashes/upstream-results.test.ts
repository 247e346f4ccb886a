import test from "ava";
import { dealt } from "../../helpers/dealt.js";
import { playCrash } from "../../helpers/play-crash.js";
import { openUpstreamSite, type UpstreamSite } from "../../helpers/upstream-site.js";

/**
 * The process is killed (SIGKILL) once a vendor's answer to an order is stored: there is one paid order and one charge, and the
 * result is kept. upstream.test.ts kills during the download.
 */
let open: UpstreamSite;
test.before(async () => {
  open = await openUpstreamSite();
});
test.afterEach.always(() => open.site.endAll());
test.after.always(() => open?.close());

for (const point of dealt(["generation.handle", "generation.results-written"]))
  test.serial(
    `fal: SIGKILL at ${point}: the job succeeded, orders: 1 (rules/generation 15; rules/models 31)`,
    async (t) => {
      const { each, upstream } = open.vendor("fal");
      await playCrash(t, open.site, open.person, {
        point,
        body: { model: each.model, params: { ...each.params, prompt: `at ${point}` } },
        status: "succeeded",
      });
      t.is(upstream.orders.length, 1);
    },
  );
