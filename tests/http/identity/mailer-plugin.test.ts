import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

// Where a plugin brings mails out, what SMTP_URL switches on is on.

let folder: string;
let kiln: Kiln;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kiln-"));
  const file = join(folder, "pigeons.mjs");
  await writeFile(
    file,
    `import { appendFile } from "node:fs/promises";
export default (kit) => kit.definePlugin({ name: "pigeons", version: "1.0.0", provides: { mailer: {
  id: "pigeons",
  send: (message) => appendFile(${JSON.stringify(join(folder, "sent.txt"))}, JSON.stringify(message) + "\\n"),
} } });
`,
  );
  kiln = await startKiln({
    PLUGINS_DIR: folder,
    OPERATOR_EMAIL: "operator@example.com",
    OPERATOR_PASSWORD: "correct horse battery",
  });
});
test.after.always(async () => {
  await kiln?.stop();
  await rm(folder, { recursive: true, force: true });
});

const sent = async (to: string): Promise<{ text: string }[]> =>
  (await readFile(join(folder, "sent.txt"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((message) => message.to === to);

const generate = (api: Client) =>
  api.post("/v1/generations", {
    model: "mock-image",
    params: { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 },
  });

test("where a plugin brings mails out an unverified account neither spends, nor accepts invites, nor has its credits yet (rules/identity 12)", async (t) => {
  const signedIn = await new Client(kiln.url).post("/v1/auth/sign-in", {
    email: "operator@example.com",
    password: "correct horse battery",
  });
  const owner = new Client(kiln.url, { cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" });
  const projectId = randomUUID();
  await owner.post("/v1/projects", { id: projectId, name: "Glaze" });
  const person = await signUp(kiln.url);
  const invited = await owner.post(`/v1/projects/${projectId}/invites`, { email: person.email });
  const accept = () => person.session.post(`/v1/project-invites/${invited.body.invite.id}/accept`);

  t.is((await person.api.get("/v1/account")).body.remainingCredits, 0);
  for (const refused of [await generate(person.api), await accept()]) {
    t.is(refused.status, 403);
    t.is(refused.body.error.code, "email_unverified");
  }

  const token = await until(async () =>
    (await sent(person.email)).map(({ text }) => /Your token: (\S+)/.exec(text)?.[1]).find((each) => each),
  );
  t.is((await new Client(kiln.url).post("/v1/auth/verify-email", { token })).status, 200);
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 500);
  t.is((await generate(person.api)).status, 200);
  t.is((await accept()).status, 200);
});
