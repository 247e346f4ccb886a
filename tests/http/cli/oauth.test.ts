import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { connectApp } from "../../helpers/connect-app.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let person: Person;
let env: Record<string, string | undefined>;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
  const { dataDir, databaseUrl, secretKey, pluginsDir } = kiln.host.config;
  env = {
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PLUGINS_DIR: pluginsDir,
    MOCK_PROVIDER: "1",
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey ?? undefined }),
  };
});
test.after.always(() => kiln?.stop());

test("kiln oauth lists an account's connected agents and ends one at once, its tokens included (rules/operations 6)", async (t) => {
  const app = await connectApp(kiln, person, "Pottery");
  t.is(await app.opens(), 200);
  const listed = await runKiln(["oauth", "list", person.email], env);
  t.is(listed.code, 0, listed.err);
  t.regex(listed.out, /Pottery/);
  t.regex(listed.out, /1 connected agents/);
  t.regex(listed.out, /no limit/);
  const [grantId = ""] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(listed.out) ?? [];
  const projectId: string = (await person.api.get("/v1/projects")).body.defaultProjectId;
  const budget = { dailyCredits: 70, projectId, askAboveCredits: 20 };
  t.is((await person.session.patch(`/v1/oauth/grants/${grantId}`, { budget })).status, 200);
  const { out } = await runKiln(["oauth", "list", person.email], env);
  t.true(out.includes(`70 a day (0 used), in project ${projectId} only, asks above 20`), out);
  const ended = await runKiln(["oauth", "end", person.id, grantId], env);
  t.is(ended.code, 0, ended.err);
  t.is(await app.opens(), 401);
  const unknown = await runKiln(["oauth", "end", person.id, grantId], env);
  t.not(unknown.code, 0);
  t.regex(unknown.err, /no such connected agent/);
  t.regex((await runKiln(["oauth", "list", person.email], env)).out, /0 connected agents/);
});
