import test from "ava";
import { carefulRequest, installCareful } from "../../helpers/careful-provider.js";
import type { Person } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { type Crash, playCrash } from "../../helpers/play-crash.js";

/**
 * The process is killed (SIGKILL) at each step of a job whose provider bills every submit (resubmit: never): none is repeated.
 * Where the outcome of the submit is unknown, the job fails and costs nothing. Results that lie whole in the store are kept.
 */
let site: Site;
let person: Person | null = null;
test.before(async () => {
  site = await openSite();
  await installCareful(site);
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

const atOnce = carefulRequest();
const byHandle = carefulRequest("[later]");
const crashes: Crash[] = [
  { point: "generation.created", body: atOnce, status: "succeeded", submits: 1 },
  { point: "generation.intent", body: atOnce, status: "failed", submits: 0 },
  { point: "generation.submitted", body: atOnce, status: "failed", submits: 1 },
  { point: "generation.results-written", body: atOnce, status: "succeeded", submits: 1 },
  { point: "generation.settled", body: atOnce, status: "succeeded", submits: 1 },
  { point: "generation.submitted", body: byHandle, status: "failed", submits: 1 },
  { point: "generation.handle", body: byHandle, status: "succeeded", submits: 1 },
  { point: "generation.results-written", body: byHandle, status: "succeeded", submits: 1 },
];

/**
 * The rings keep a job whose submit may have been paid, one that goes on by its handle, and one that goes on with its stored results.
 * fault-points.test.ts has the hold ("created") and the charge ("settling", "settled") in them.
 */
const isTelling = ({ point, body }: Crash) =>
  body === byHandle
    ? point === "generation.handle"
    : point === "generation.submitted" || point === "generation.results-written";

for (const crash of dealt(ofRings(crashes, { always: isTelling }), { always: () => true })) {
  const way = crash.body === byHandle ? "by handle" : "at once";
  test.serial(
    `SIGKILL at ${crash.point}, answer ${way}: the job ends ${crash.status} after ${crash.submits} submits (rules/generation 15; rules/models 27)`,
    async (t) => {
      person = await playCrash(t, site, person, crash);
    },
  );
}
