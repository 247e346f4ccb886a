import { randomUUID } from "node:crypto";
import test from "ava";
import { CONTENT_EVENTS } from "../../../contracts/content-events.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let operator: Person;
let owner: Person;
let contributor: Person;
let outsider: Person;
let projectId: string;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  [operator, owner, contributor, outsider] = [
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
  ];
  projectId = await makeProject(owner, [contributor]);
});
test.after.always(() => kiln?.stop());

const URL_OF_NOBODY = "http://127.0.0.1:9/hook";
const webhooksOf = (id: string) => `/v1/projects/${id}/content/webhooks`;
const body = (change: object = {}) => ({
  name: "Site",
  url: URL_OF_NOBODY,
  events: ["document.publish"],
  ...change,
});
const outcome = ({ status, body: { error } }: Answer): string => (status < 400 ? "ok" : error.code);
const make = async (change: object = {}, id = projectId) => {
  const answer = await owner.api.post(webhooksOf(id), body(change));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.webhook as { id: string; updatedAt: string };
};

test("a webhook is made with its record and its secret, which no other answer holds (rules/webhooks 9)", async (t) => {
  const id = await makeProject(owner);
  const made = await owner.api.post(webhooksOf(id), body({ name: "  Site  " }));
  t.is(made.status, 200);
  t.deepEqual(Object.keys(made.body), ["webhook", "secret"]);
  t.regex(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { webhook } = made.body;
  t.deepEqual(webhook, {
    id: webhook.id,
    projectId: id,
    name: "Site",
    url: URL_OF_NOBODY,
    events: ["document.publish"],
    enabled: true,
    createdAt: webhook.createdAt,
    updatedAt: webhook.createdAt,
    lastDelivery: null,
  });
  t.deepEqual((await owner.api.get(webhooksOf(id))).body, { webhooks: [webhook], total: 1 });
});

test("webhooks are listed newest first, whole or in pages (rules/edge 26)", async (t) => {
  const id = await makeProject(owner);
  const made = [await make({}, id), await make({ enabled: false }, id), await make({}, id)];
  const list = async (query = "") => (await owner.api.get(webhooksOf(id) + query)).body;
  const ids = (page: { webhooks: { id: string }[] }) => page.webhooks.map((webhook) => webhook.id);
  t.deepEqual(ids(await list()), made.map((webhook) => webhook.id).toReversed());
  t.deepEqual(ids(await list("?limit=2&offset=1")), [made[1]?.id, made[0]?.id]);
  t.is((await list("?limit=1")).total, 3);
  t.is((await list()).webhooks[1].enabled, false);
});

test("what does not match is refused by the field's name and the valid values (rules/webhooks 17)", async (t) => {
  const refusals: [object, RegExp][] = [
    [{ name: undefined }, /name/],
    [{ name: "   " }, /name/],
    [{ name: "x".repeat(201) }, /name/],
    [{ url: undefined }, /url/],
    [{ url: "not a url" }, /url/],
    [{ url: "ftp://example.com/" }, /url/],
    [{ url: 7 }, /url/],
    [{ url: `https://example.com/${"x".repeat(8192)}` }, /url/],
    [{ events: undefined }, /events.*document\.publish, document\.unpublish, document\.delete/],
    [{ events: [] }, /events/],
    [{ events: ["document.create"] }, /events.*document\.publish/],
    [{ events: "document.publish" }, /events/],
    [{ enabled: "yes" }, /enabled/],
  ];
  const { id } = await make();
  for (const [change, part] of refusals) {
    const created = await owner.api.post(webhooksOf(projectId), body(change));
    t.is(outcome(created), "invalid_params", JSON.stringify(change).slice(0, 80));
    t.regex(created.body.error.message, part);
    if (Object.values(change)[0] === undefined) continue;
    const patched = await owner.api.patch(`/v1/content/webhooks/${id}`, change);
    t.is(outcome(patched), "invalid_params", JSON.stringify(change).slice(0, 80));
    t.regex(patched.body.error.message, part);
  }
  t.is(outcome(await owner.api.patch(`/v1/content/webhooks/${id}`, { rotateSecret: 1 })), "invalid_params");
  t.is(outcome(await owner.api.get(`${webhooksOf(projectId)}?limit=501`)), "invalid_params");
  t.is(outcome(await owner.api.get(`/v1/content/webhooks/${id}/deliveries?limit=201`)), "invalid_params");
});

test("PATCH changes what is given and nothing else; events that repeat count once (rules/webhooks 17)", async (t) => {
  const { id } = await make();
  const patch = async (change: object) => (await owner.api.patch(`/v1/content/webhooks/${id}`, change)).body;
  t.like((await patch({ name: "Other" })).webhook, body({ name: "Other", enabled: true }));
  t.like((await patch({ enabled: false })).webhook, body({ name: "Other", enabled: false }));
  t.like((await patch({ url: "http://127.0.0.1:9/b" })).webhook, {
    url: "http://127.0.0.1:9/b",
    enabled: false,
  });
  const events = [CONTENT_EVENTS[2], CONTENT_EVENTS[0], CONTENT_EVENTS[2]];
  t.deepEqual((await patch({ events })).webhook.events, [CONTENT_EVENTS[2], CONTENT_EVENTS[0]]);
  const { webhook } = await patch({ enabled: true });
  t.deepEqual(await patch({}), { webhook });
  t.deepEqual(await patch({ rotateSecret: false }), { webhook });
});

test("rotateSecret gives a new secret, once (rules/webhooks 9)", async (t) => {
  const made = (await owner.api.post(webhooksOf(projectId), body())).body;
  const { secret, webhook } = (
    await owner.api.patch(`/v1/content/webhooks/${made.webhook.id}`, { rotateSecret: true })
  ).body;
  t.regex(secret, /^whsec_/);
  t.not(secret, made.secret);
  t.false(JSON.stringify(webhook).includes("whsec_"));
});

test("webhooks are the owner's: contributors are forbidden, for strangers there is nothing (rules/content 39; rules/webhooks 1)", async (t) => {
  const webhook = await make();
  const path = `/v1/content/webhooks/${webhook.id}`;
  const acts: ((api: Client) => Promise<Answer>)[] = [
    (api) => api.post(webhooksOf(projectId), body()),
    (api) => api.get(webhooksOf(projectId)),
    (api) => api.patch(path, { name: "y" }),
    (api) => api.get(`${path}/deliveries`),
    (api) => api.post(`${path}/deliveries/${randomUUID()}/retry`),
    (api) => api.delete(path),
  ];
  for (const act of acts) {
    t.is(outcome(await act(new Client(kiln.url))), "unauthenticated");
    t.is(outcome(await act(outsider.api)), "not_found");
    t.is(outcome(await act(operator.api)), "not_found");
    t.is(outcome(await act(contributor.api)), "forbidden");
  }
  t.is(outcome(await owner.api.delete(path)), "ok");
  for (const act of acts.slice(2)) t.is(outcome(await act(owner.api)), "not_found");
});

test("ids that are unknown, malformed, or of another webhook's delivery are not found (rules/edge 13 and 14)", async (t) => {
  const { id } = await make();
  for (const path of [
    `/v1/content/webhooks/${randomUUID()}/deliveries`,
    "/v1/content/webhooks/nonsense/deliveries",
    webhooksOf(randomUUID()),
  ])
    t.is(outcome(await owner.api.get(path)), "not_found", path);
  t.is(
    outcome(await owner.api.post(`/v1/content/webhooks/${id}/deliveries/${randomUUID()}/retry`)),
    "not_found",
  );
  t.deepEqual((await owner.api.get(`/v1/content/webhooks/${id}/deliveries`)).body, {
    deliveries: [],
    total: 0,
  });
});

test("a key needs the scope content (rules/identity 31)", async (t) => {
  const { id } = await make();
  const keyOf = async (scope: string) => {
    const { secret } = (await owner.session.post("/v1/api-keys", { name: "x", scopes: [scope] })).body;
    return new Client(kiln.url, { authorization: `Bearer ${secret}` });
  };
  const [reads, other] = [await keyOf("content:read"), await keyOf("projects:rw")];
  t.is(outcome(await reads.get(webhooksOf(projectId))), "ok");
  t.is(outcome(await reads.get(`/v1/content/webhooks/${id}/deliveries`)), "ok");
  const refused = await reads.post(webhooksOf(projectId), body());
  t.is(refused.body.error.message, "This key needs the scope content:rw");
  t.is(outcome(await reads.patch(`/v1/content/webhooks/${id}`, {})), "forbidden");
  t.is(outcome(await other.get(webhooksOf(projectId))), "forbidden");
});

test("a suspended owner reads webhooks and changes none (rules/identity 13)", async (t) => {
  const person = await signUp(kiln.url);
  const { defaultProjectId } = (await person.api.get("/v1/projects")).body;
  const { webhook } = (await person.api.post(webhooksOf(defaultProjectId), body())).body;
  await operator.session.patch(`/v1/admin/accounts/${person.id}`, { suspended: true });
  t.is((await person.api.get(webhooksOf(defaultProjectId))).body.total, 1);
  t.is(outcome(await person.api.patch(`/v1/content/webhooks/${webhook.id}`, {})), "account_suspended");
  t.is(outcome(await person.api.delete(`/v1/content/webhooks/${webhook.id}`)), "account_suspended");
});

test("webhooks go with their project (rules/projects 13)", async (t) => {
  const id = await makeProject(owner);
  const webhook = await make({}, id);
  await owner.api.delete(`/v1/projects/${id}`);
  t.is(outcome(await owner.api.get(webhooksOf(id))), "not_found");
  t.is(outcome(await owner.api.patch(`/v1/content/webhooks/${webhook.id}`, {})), "not_found");
});
