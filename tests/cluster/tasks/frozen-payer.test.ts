import test from "ava";
import { signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";

const CONTRIBUTORS = 3;
const EACH = 5;
const CALLS = 5;

test("a process frozen in a payer's transaction, and all who spend that payer's credits, leave the others of a process its connections (rules/running 24; ADR-0073)", async (t) => {
  // The database ends the frozen transaction after 15 s. Nobody spends the payer's credits before.
  const site = await openSite({ TASK_LEASE_SECONDS: "15" });
  t.teardown(() => site.close());
  const living = await site.start();
  const [owner, outsider, ...contributors] = await Promise.all(
    Array.from({ length: 2 + CONTRIBUTORS }, () => signUp(living.url)),
  );
  if (!owner || !outsider) throw new Error("Nobody signed up.");
  const projectId = await makeProject(owner, contributors);

  const frozen = await site.start({ KILN_FAULT: "generation.settling=stop" });
  living.kill("SIGSTOP");
  await living.stopped();
  const api = owner.api.at(frozen.url);
  t.is((await api.post("/v1/generations", mockRequest())).status, 200);
  await frozen.stopped();
  living.kill("SIGCONT");

  let answered = 0;
  const waiting = contributors.flatMap((person) =>
    Array.from({ length: EACH }, async () => {
      const { status } = await person.api.post("/v1/generations", { ...mockRequest(), projectId });
      answered += 1;
      return status;
    }),
  );
  for (let call = 0; call < CALLS; call += 1) {
    const made = await outsider.api.post("/v1/generations", mockRequest());
    t.is(made.status, 200, JSON.stringify(made.body));
    t.is((await outsider.api.get("/v1/account")).status, 200);
  }
  t.is(answered, 0, "the others had their answers before anybody whose payer's balance is locked");
  frozen.kill("SIGCONT");
  for (const status of await Promise.all(waiting)) t.true(status === 200 || status === 503, String(status));
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});
