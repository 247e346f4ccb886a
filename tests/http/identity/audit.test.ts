import { randomUUID } from "node:crypto";
import test from "ava";
import { AUDITED } from "../../../contracts/audited.js";
import { AuditEntry } from "../../../entities/audit-entry.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { walkAccountsAndMoney } from "../../helpers/audit-walk/accounts.js";
import { walkContent } from "../../helpers/audit-walk/content.js";
import { walkProjectsAndMedia } from "../../helpers/audit-walk/projects.js";
import { AuditWalk } from "../../helpers/audit-walk/walk.js";
import { walkWorkflowsAndOperators } from "../../helpers/audit-walk/workflows.js";
import { connectedAgent } from "../../helpers/connected-agent.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stateless } from "../../helpers/stateless-agent.js";

let kiln: Kiln;
let root: Person;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", TRIGGER_MIN_SECONDS: "1" });
  root = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const entriesOf = (requestId: string) => kiln.host.read.find(AuditEntry, { requestId });
/**
 * Actions that other tests cover: only one payment gateway is configured here (tests/http/billing/stripe.test.ts), and only
 * agents cancel a transcription (tests/http/mcp/tasks.test.ts).
 */
const ELSEWHERE = new Set(["billing.stripeWebhook", "transcriptions.cancel"]);

test.serial(
  "every action that writes leaves one entry, which names who did it to what (rules/identity 45)",
  async (t) => {
    const [ann, bob, projectId] = [await signUp(kiln.url), await signUp(kiln.url), randomUUID()];
    const walk = new AuditWalk(t, kiln, { root, ann, bob, projectId });
    const { does, wrong, seen } = walk;
    await walkAccountsAndMoney(walk);
    await walkProjectsAndMedia(walk);
    await walkContent(walk);
    await walkWorkflowsAndOperators(walk);
    const { api } = ann;
    const project = `/v1/projects/${projectId}`;
    const here = { project: projectId };
    await does("projects.removeMember", api, (c) => c.delete(`${project}/members/${bob.id}`), {
      ...here,
      id: bob.id,
    });
    await does("projects.delete", api, (c) => c.delete(project), { ...here, id: projectId });
    t.deepEqual(wrong, []);
    t.deepEqual([...seen, ...ELSEWHERE].toSorted(), Object.keys(AUDITED).toSorted());

    // No entry has the text that was written.
    const all = JSON.stringify(await kiln.host.read.find(AuditEntry, {}));
    for (const text of ["secret words", "correct horse battery", ann.key, "svc_at_", "svc_"])
      t.false(all.includes(text), text);
  },
);

test.serial(
  "an account lists its own acts and those on its things, a project's owner all of the project, an operator everything (rules/identity 45)",
  async (t) => {
    const [ann, bob, eve] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
    const projectId = await makeProject(ann, [bob], "Pots");
    const made = await bob.api
      .with({ ...bob.api.headers, "x-request-id": "bob-writes" })
      .post(`/v1/projects/${projectId}/content/types`, { name: "pot", title: "Pot", fields: "none" });
    t.is(made.status, 400, "a failed call leaves none");
    const fields = [{ name: "title", title: "Title", type: "string" }];
    const type = await bob.api.post(`/v1/projects/${projectId}/content/types`, {
      name: "pot",
      title: "Pot",
      fields,
    });
    await root.session.patch(`/v1/admin/accounts/${ann.id}`, { emailVerified: true });
    const list = async (person: Person, query = "") => (await person.api.get(`/v1/audit${query}`)).body;
    const actionsOf = ({ entries }: { entries: { action: string }[] }) => entries.map(({ action }) => action);
    const own = await list(ann);
    t.deepEqual(actionsOf(own), [
      "identity.adminUpdateAccount",
      "content.createType",
      "projects.acceptInvite",
      "projects.invite",
      "projects.create",
      "identity.createApiKey",
      "identity.signUp",
    ]);
    t.is(own.total, 7);
    const [byOperator, byBob, , byAnn] = own.entries;
    t.like(byOperator, { resource: { kind: "account", id: ann.id }, address: null });
    t.deepEqual(byOperator.actor, {
      kind: "operator",
      id: null,
      name: null,
      email: null,
      credentialId: null,
    });
    t.like(byBob, {
      actor: { kind: "key", id: bob.id, email: bob.email, credentialId: null },
      resource: { kind: "contentType", id: type.body.contentType.id },
      projectId,
      address: null,
    });
    t.like(byAnn, { actor: { kind: "key", id: ann.id, email: ann.email }, address: "127.0.0.1" });
    t.truthy(byAnn.actor.credentialId);
    t.deepEqual(actionsOf(await list(ann, `?projectId=${projectId}`)), [
      "content.createType",
      "projects.acceptInvite",
      "projects.invite",
      "projects.create",
    ]);
    const page = await list(ann, `?projectId=${projectId}&action=projects.invite&limit=1`);
    t.deepEqual([actionsOf(page), page.total], [["projects.invite"], 1]);
    t.deepEqual(actionsOf(await list(ann, `?resourceId=${type.body.contentType.id as string}`)), [
      "content.createType",
    ]);
    t.deepEqual(actionsOf(await list(bob)), [
      "content.createType",
      "projects.acceptInvite",
      "identity.createApiKey",
      "identity.signUp",
    ]);
    t.is((await bob.api.get(`/v1/audit?projectId=${projectId}`)).status, 403);
    t.is((await eve.api.get(`/v1/audit?projectId=${projectId}`)).status, 404);
    t.is((await list(eve)).total, 2);
    const home = (await ann.api.get("/v1/projects")).body.defaultProjectId as string;
    t.is((await list(ann, `?projectId=${home}`)).total, 7, "the default project is no other than none");
    for (const bad of ["limit=0", "limit=201", "projectId=x"])
      t.is((await ann.api.get(`/v1/audit?${bad}`)).status, 400, bad);

    const admin = async (query: string) => (await root.session.get(`/v1/admin/audit?${query}`)).body;
    const all = await admin(`accountId=${ann.id}`);
    t.deepEqual(actionsOf(all), actionsOf(own));
    t.like(all.entries[0], {
      actor: { kind: "operator", id: root.id, email: root.email },
      address: "127.0.0.1",
    });
    t.deepEqual(actionsOf(await admin(`q=${bob.email}`)), actionsOf(await list(bob)));
    t.is((await admin("q=CREATETYPE&limit=1")).entries.length, 1);
    t.is((await admin(`q=createtype&projectId=${projectId}`)).total, 1);
    t.is((await ann.session.get("/v1/admin/audit")).status, 404);
  },
);

test.serial(
  "agents that connect, write by a tool and give their token back leave entries as agents (rules/identity 45)",
  async (t) => {
    const { person, accessToken, grantId } = await connectedAgent(kiln);
    const answer = await stateless(
      kiln.url,
      accessToken,
      "tools/call",
      { name: "update_content_settings", arguments: { locales: [{ code: "en" }, { code: "fr" }] } },
      { headers: { "x-request-id": "by-agent" } },
    );
    t.is(answer.status, 200);
    const [entry] = await entriesOf("by-agent");
    t.like(entry, {
      actorKind: "agent",
      actorId: person.id,
      credentialId: grantId,
      action: "content.updateSettings",
    });
    const [connected] = await kiln.host.read.find(AuditEntry, { resourceId: grantId });
    t.like(connected, { action: "identity.connectAgent", actorKind: "person", actorId: person.id });
  },
);
