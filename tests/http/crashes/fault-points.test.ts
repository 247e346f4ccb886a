import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { playCrash } from "../../helpers/play-crash.js";

/** SIGKILL at each step of a job whose provider may be asked again: it always ends succeeded, once. */
let site: Site;
let person: Person;
test.before(async () => {
  site = await openSite();
  const kiln = await site.start();
  person = await signUp(kiln.url);
  await kiln.stop();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

for (const point of [
  "generation.created",
  "generation.intent",
  "generation.submitted",
  "generation.handle",
  "generation.results-written",
  "generation.settling",
  "generation.settled",
]) {
  test.serial(`SIGKILL at ${point}: after a restart the job succeeds once and is charged once`, (t) =>
    playCrash(t, site, person, { point, body: mockRequest(), status: "succeeded" }),
  );
}
