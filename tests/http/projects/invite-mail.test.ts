import { randomUUID } from "node:crypto";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

test("an invited address gets a mail that names the project and who invites (rules/projects 10)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const ann = await signUp(kiln.url);
  const id = randomUUID();
  await ann.api.post("/v1/projects", { id, name: "Glaze" });
  const email = "bob@example.com";
  t.is((await ann.api.post(`/v1/projects/${id}/invites`, { email })).status, 200);
  const mails = () => readMails(kiln.host.config.dataDir, email);
  await until(async () => (await mails()).length > 0);
  const [mail] = await mails();
  t.is(mail?.subject, "You are invited to a project");
  for (const part of [ann.email, "Glaze"]) t.true(mail?.raw.includes(part));
  t.is((await ann.api.post(`/v1/projects/${id}/invites`, { email })).status, 400);
  t.is((await mails()).length, 1);
});
