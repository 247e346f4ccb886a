import test from "ava";
import { carefulRequest, installCareful } from "../../helpers/careful-provider.js";
import type { Person } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
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

/** The rings keep each crash that fails the job, since a paid submit must not be repeated, and each crash after a charge. */
const isAboutMoney = ({ point, status }: Crash) =>
  status === "failed" || point.startsWith("generation.settl");

for (const crash of dealt(crashes, { each: 2, always: isAboutMoney })) {
  const way = crash.body === byHandle ? "by handle" : "at once";
  test.serial(
    `SIGKILL at ${crash.point}, answer ${way}: the job ends ${crash.status} after ${crash.submits} submits (rules/generation 15; rules/models 27)`,
    async (t) => {
      person = await playCrash(t, site, person, crash);
    },
  );
}
