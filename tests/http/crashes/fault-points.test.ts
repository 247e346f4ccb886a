import test from "ava";
import type { Person } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { isInRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { playCrash } from "../../helpers/play-crash.js";

/**
 * The process is killed (SIGKILL) at each step of a job whose provider may be asked again: the job always succeeds, once. A whole
 * run has each step on one engine, and the step that settles on both. The rings have each step at which money moves once: the hold
 * and a submit that is repeated on SQLite, and the charge on MariaDB; careful-provider.test.ts has the others in them. `npm run
 * test:long` runs all on both.
 */
let site: Site;
let person: Person | null = null;
test.before(async () => {
  site = await openSite();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

const SHARED = [
  "generation.created",
  "generation.settled",
  "generation.submitted",
  "generation.intent",
  "generation.results-written",
  "generation.handle",
];
/** Points of the rings, of which SQLite takes the first and the third, and MariaDB the others (dealt.ts). */
const OF_RINGS = ["generation.created", "generation.settling", "generation.submitted", "generation.settled"];
const POINTS = isInRings() ? dealt(OF_RINGS) : ["generation.settling", ...dealt(SHARED)];
for (const point of POINTS) {
  test.serial(
    `SIGKILL at ${point}: after a restart the job succeeds once and is charged once (rules/billing 8; rules/generation 15)`,
    async (t) => {
      person = await playCrash(t, site, person, { point, body: mockRequest(), status: "succeeded" });
    },
  );
}
