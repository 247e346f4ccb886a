import test from "ava";
import type { Person } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { playCrash } from "../../helpers/play-crash.js";

/**
 * The process is killed (SIGKILL) at each step of a job whose provider may be asked again: the job always succeeds, once. The
 * step that settles runs on both engines, and the steps after it on one always. In the rings the steps "created" and "handle" are
 * left to careful-provider.test.ts, so that each step runs on one engine at least. `npm run test:long` runs all on both.
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
const isCharged = (point: string) => point.startsWith("generation.settl");
for (const point of ["generation.settling", ...dealt(SHARED, { each: 2, always: isCharged })]) {
  test.serial(
    `SIGKILL at ${point}: after a restart the job succeeds once and is charged once (rules/billing 8; rules/generation 15)`,
    async (t) => {
      person = await playCrash(t, site, person, { point, body: mockRequest(), status: "succeeded" });
    },
  );
}
