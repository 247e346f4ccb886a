import test from "ava";
import { MIGRATIONS } from "../../../migrations/index.js";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

test("four processes that start at once on an empty database migrate it once, and all of them serve (rules/operations 9)", async (t) => {
  const operator = { OPERATOR_EMAIL: "op@example.com", OPERATOR_PASSWORD: "correct horse" };
  const site = await openSite(operator, { isEmpty: true });
  t.teardown(() => site.close());
  const all = await Promise.all([1, 2, 3, 4].map(() => site.start()));
  const migrations = await site.query<{ name: string }>("SELECT name FROM migrations");
  t.is(migrations.length, MIGRATIONS.length);
  t.is(new Set(migrations.map(({ name }) => name)).size, MIGRATIONS.length);
  t.is((await site.query("SELECT id FROM accounts WHERE email = 'op@example.com'")).length, 1);
  t.is((await site.query("SELECT id FROM settings WHERE id = 'secret.fingerprint'")).length, 1);

  for (const kiln of all) {
    const { api } = await signUp(kiln.url);
    const created = await api.post("/v1/generations", mockRequest());
    t.is((await waitForJob(api, created.body.job.id)).status, "succeeded");
  }
  for (const kiln of all) t.is((await kiln.stop()).code, 0, kiln.output);
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});
