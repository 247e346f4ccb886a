import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let operator: Person;
let owner: Person;
let contributor: Person;
let outsider: Person;
test.before(async () => {
  kiln = await startKiln();
  [operator, owner, contributor, outsider] = [
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
  ];
});
test.after.always(() => kiln?.stop());

const tokensOf = (projectId: string) => `/v1/projects/${projectId}/content/tokens`;
const outcome = ({ status, body }: Answer): string => (status < 400 ? "ok" : body.error.code);

test("a token's secret is svc_ct_ and 32 random bytes, shown once and stored as a hash (rules/delivery 3)", async (t) => {
  const projectId = await makeProject(owner);
  const made = await owner.api.post(tokensOf(projectId), { name: "  site  " });
  t.is(made.status, 200);
  t.deepEqual(Object.keys(made.body), ["token", "secret"]);
  t.regex(made.body.secret, /^svc_ct_[\w-]{43}$/);
  const { token } = made.body;
  t.like(token, { projectId, name: "site", mode: "published", lastUsedAt: null });
  t.deepEqual(Object.keys(token).sort(), ["createdAt", "id", "lastUsedAt", "mode", "name", "projectId"]);
  const listed = await owner.api.get(tokensOf(projectId));
  t.deepEqual(listed.body, { tokens: [token], total: 1 });
  const rows = await kiln.host.read.query("SELECT * FROM delivery_tokens WHERE projectId = ?", [projectId]);
  t.false(JSON.stringify(rows).includes(made.body.secret));
});

test("the list is newest first, in pages if asked for (rules/edge 26)", async (t) => {
  const projectId = await makeProject(owner);
  for (const name of ["a", "b", "c"])
    await owner.api.post(tokensOf(projectId), { name, mode: name === "b" ? "preview" : "published" });
  const { tokens, total } = (await owner.api.get(tokensOf(projectId))).body;
  t.deepEqual(
    tokens.map(({ name, mode }: { name: string; mode: string }) => [name, mode]),
    [
      ["c", "published"],
      ["b", "preview"],
      ["a", "published"],
    ],
  );
  t.is(total, 3);
  const page = (await owner.api.get(`${tokensOf(projectId)}?limit=1&offset=1`)).body;
  t.deepEqual([page.tokens[0].name, page.tokens.length, page.total], ["b", 1, 3]);
});

test("a request that does not match is refused by the field's name (rules/edge 22)", async (t) => {
  const projectId = await makeProject(owner);
  const refused = async (body: object, part: RegExp) => {
    const answer = await owner.api.post(tokensOf(projectId), body);
    t.is(outcome(answer), "invalid_params");
    t.regex(answer.body.error.message, part);
  };
  await refused({}, /name/);
  await refused({ name: "  " }, /name/);
  await refused({ name: "x".repeat(201) }, /name/);
  await refused({ name: "x", mode: "drafts" }, /mode.*"published" or "preview"/);
  t.is(outcome(await owner.api.get(`${tokensOf(projectId)}?limit=0`)), "invalid_params");
});

test("20 tokens are the most of a project, however many are asked for at once (rules/delivery 3)", async (t) => {
  const projectId = await makeProject(owner);
  const make = () => owner.api.post(tokensOf(projectId), { name: "x" });
  const made = await Promise.all(Array.from({ length: 25 }, make));
  t.is(made.filter(({ status }) => status === 200).length, 20);
  t.true(made.every((answer) => ["ok", "invalid_params"].includes(outcome(answer))));
  const { tokens } = (await owner.api.get(tokensOf(projectId))).body;
  t.is(tokens.length, 20);
  t.is((await owner.api.delete(`/v1/content/tokens/${tokens[0].id}`)).status, 200);
  t.is((await make()).status, 200);
});

test("only the project's owner sees and makes tokens; for strangers there is nothing (rules/content 39)", async (t) => {
  const projectId = await makeProject(owner, [contributor]);
  const { token } = (await owner.api.post(tokensOf(projectId), { name: "x" })).body;
  const acts: ((api: Client) => Promise<Answer>)[] = [
    (api) => api.post(tokensOf(projectId), { name: "y" }),
    (api) => api.get(tokensOf(projectId)),
    (api) => api.delete(`/v1/content/tokens/${token.id}`),
  ];
  for (const act of acts) {
    t.is(outcome(await act(new Client(kiln.url))), "unauthenticated");
    t.is(outcome(await act(outsider.api)), "not_found");
    t.is(outcome(await act(operator.api)), "not_found");
    t.is(outcome(await act(contributor.api)), "forbidden");
  }
  t.is((await owner.api.get(tokensOf(projectId))).body.total, 1);
  t.is(outcome(await owner.api.delete(`/v1/content/tokens/${token.id}`)), "ok");
  t.is(outcome(await owner.api.delete(`/v1/content/tokens/${token.id}`)), "not_found");
  t.is(outcome(await owner.api.delete(`/v1/content/tokens/${randomUUID()}`)), "not_found");
  t.is(outcome(await owner.api.get(tokensOf(randomUUID()))), "not_found");
});

test("a default project has tokens like any other; a suspended owner reads them only (rules/identity 13)", async (t) => {
  const person = await signUp(kiln.url);
  const { defaultProjectId } = (await person.api.get("/v1/projects")).body;
  const { token } = (await person.api.post(tokensOf(defaultProjectId), { name: "x" })).body;
  await operator.session.patch(`/v1/admin/accounts/${person.id}`, { suspended: true });
  t.is((await person.api.get(tokensOf(defaultProjectId))).body.total, 1);
  t.is(outcome(await person.api.post(tokensOf(defaultProjectId), { name: "y" })), "account_suspended");
  t.is(outcome(await person.api.delete(`/v1/content/tokens/${token.id}`)), "account_suspended");
});

test("a delivery token opens none of the other routes (rules/delivery 1)", async (t) => {
  const projectId = await makeProject(owner);
  const { secret } = (await owner.api.post(tokensOf(projectId), { name: "x" })).body;
  const api = new Client(kiln.url, { authorization: `Bearer ${secret}` });
  for (const path of ["/v1/account", tokensOf(projectId), `/v1/projects/${projectId}`])
    t.is(outcome(await api.get(path)), "unauthenticated");
});

test("tokens go with their project (rules/projects 13)", async (t) => {
  const projectId = await makeProject(owner);
  const { token } = (await owner.api.post(tokensOf(projectId), { name: "x" })).body;
  t.is((await owner.api.delete(`/v1/projects/${projectId}`)).status, 200);
  t.is(outcome(await owner.api.delete(`/v1/content/tokens/${token.id}`)), "not_found");
  t.is(outcome(await owner.api.get(tokensOf(projectId))), "not_found");
});

test("who sends no token, an API key, or an unknown token reads what to send (rules/identity 23)", async (t) => {
  const projectId = await makeProject(owner);
  const path = `/v1/content/${projectId}/documents?type=article`;
  const saying = async (headers: Record<string, string>) => {
    const { status, body } = await new Client(kiln.url, headers).get(path);
    t.is(status, 401);
    return body.error.message as string;
  };
  t.regex(await saying({}), /required: send it as Authorization: Bearer/);
  t.regex(await saying({ authorization: `Bearer ${owner.key}` }), /API key does not open delivery/);
  t.regex(await saying({ authorization: "Bearer svc_ct_unknown" }), /^Unknown or revoked/);
});
