import test from "ava";
import type { Person } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { playCrash } from "../../helpers/play-crash.js";

/**
 * SIGKILL at each step of a job whose provider may be asked again: it always ends succeeded, once. Steps at which
 * careful-provider.test.ts kills too are dealt with those of that file: in the rings each step is met on one engine at least, with
 * `npm run test:long` on both.
 */
let site: Site;
let person: Person | null = null;
test.before(async () => {
  site = await openSite();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

const SHARED = [
  "generation.intent",
  "generation.created",
  "generation.results-written",
  "generation.handle",
  "generation.submitted",
  "generation.settled",
];
for (const point of ["generation.settling", ...dealt(SHARED, { each: 2 })]) {
  test.serial(
    `SIGKILL at ${point}: after a restart the job succeeds once and is charged once (rules/billing 8; rules/generation 15)`,
    async (t) => {
      person = await playCrash(t, site, person, { point, body: mockRequest(), status: "succeeded" });
    },
  );
}
