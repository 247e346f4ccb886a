import { randomUUID } from "node:crypto";
import test from "ava";
import { MAX_PROJECTS } from "../../../contracts/projects.js";
import { ProjectMember } from "../../../entities/project-member.js";
import { Project } from "../../../entities/project.js";
import { openDraftServices } from "../../../services/content/documents/draft-services.js";
import { deleteDocument } from "../../../services/content/documents/delete-document.js";
import { unpublishDocument } from "../../../services/content/documents/unpublish-document.js";
import { newProject } from "../../../services/projects/new-project.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const peopleOf = async (id: string) => {
  const { body } = await ann.api.get(`/v1/projects/${id}`);
  return [body.members.length as number, body.invites.length as number];
};
const invite = (id: string, email: string) => ann.api.post(`/v1/projects/${id}/invites`, { email });
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

test("30 invites at once let exactly 19 through (rules/projects 8)", async (t) => {
  const id = await makeProject(ann);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => invite(id, `r${index}@example.com`)),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 19);
  t.true(answers.every(({ status, body }) => status === 200 || body.error.code === "invalid_params"));
  t.deepEqual(await peopleOf(id), [1, 19]);
});

test("the same address invited five times at once is one invite (rules/projects 9)", async (t) => {
  const id = await makeProject(ann);
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite(id, "same@example.com")));
  t.deepEqual(statuses(answers), [200, 400, 400, 400, 400]);
  t.deepEqual(await peopleOf(id), [1, 1]);
});

test("two accepts at the cap both succeed, an invite beside them does not, and 20 stay 20 (rules/projects 8)", async (t) => {
  const id = await makeProject(ann);
  const [bob, eve] = [await signUp(kiln.url), await signUp(kiln.url)];
  const invites = [await invite(id, bob.email), await invite(id, eve.email)];
  for (let count = 0; count < 17; count += 1) await invite(id, `c${count}@example.com`);
  const [first, second, more] = await Promise.all([
    bob.api.post(`/v1/project-invites/${invites[0]?.body.invite.id}/accept`),
    eve.api.post(`/v1/project-invites/${invites[1]?.body.invite.id}/accept`),
    invite(id, "more@example.com"),
  ]);
  t.deepEqual([first.status, second.status, more.status], [200, 200, 400]);
  t.deepEqual(await peopleOf(id), [3, 17]);
});

test("one invite accepted, declined and revoked at once ends exactly once (rules/projects 10)", async (t) => {
  const bob = await signUp(kiln.url);
  for (let round = 0; round < 5; round += 1) {
    const id = await makeProject(ann);
    const { body } = await invite(id, bob.email);
    const path = `/v1/project-invites/${body.invite.id}`;
    const answers = await Promise.all([
      bob.api.post(`${path}/accept`),
      bob.api.post(`${path}/accept`),
      bob.api.post(`${path}/decline`),
      ann.api.delete(`/v1/projects/${id}/invites/${body.invite.id}`),
    ]);
    t.deepEqual(statuses(answers), [200, 404, 404, 404]);
    const isIn = answers.slice(0, 2).some(({ status }) => status === 200);
    t.deepEqual(await peopleOf(id), [isIn ? 2 : 1, 0]);
  }
});

test("an accept and a deletion at once leave no member of a project that is gone", async (t) => {
  const bob = await signUp(kiln.url);
  for (let round = 0; round < 5; round += 1) {
    const id = await makeProject(ann);
    const { body } = await invite(id, bob.email);
    const [accepted, deleted] = await Promise.all([
      bob.api.post(`/v1/project-invites/${body.invite.id}/accept`),
      ann.api.delete(`/v1/projects/${id}`),
    ]);
    t.is(deleted.status, 200);
    t.true([200, 404].includes(accepted.status));
    const { projects, pendingInvites } = (await bob.api.get("/v1/projects")).body;
    t.false(projects.some((project: { id: string }) => project.id === id));
    t.deepEqual(pendingInvites, []);
  }
});

test("two deletions at once: one wins, the other finds nothing (rules/projects 13)", async (t) => {
  const id = await makeProject(ann);
  const answers = await Promise.all([
    ann.api.delete(`/v1/projects/${id}`),
    ann.api.delete(`/v1/projects/${id}`),
  ]);
  t.deepEqual(statuses(answers), [200, 404]);
});

/** Holds the turn of a document, and returns the number of requests that wait behind it. */
function holdTurn(documentId: string): { waiting(): number; release(): void } {
  const { mutex } = openDraftServices(kiln.host);
  const { promise, resolve } = Promise.withResolvers<void>();
  void mutex.take(documentId, () => promise);
  const take = mutex.take.bind(mutex);
  let waiting = 0;
  mutex.take = (name, work) => {
    if (name === documentId) waiting += 1;
    return take(name, work);
  };
  return {
    waiting: () => waiting,
    release() {
      mutex.take = take;
      resolve();
    },
  };
}

test.serial(
  "what a member had waiting for a document is unknown when the member is removed meanwhile (rules/content 39)",
  async (t) => {
    const bob = await signUp(kiln.url);
    const projectId = await makeProject(ann, [bob]);
    await makeType(kiln, projectId);
    const documents = new Documents(ann, projectId);
    const id = await documents.make({ title: "Before" });
    const { revisions } = (await documents.revisions(id)).body;
    const path = `/v1/content/documents/${id}`;
    const turn = holdTurn(id);
    const theirs = documents.as(bob);
    const asked = [
      // The first opening waits too, because it makes the state that editors share.
      theirs.get(id),
      theirs.put(id, { title: "PUT" }),
      bob.api.patch(path, { draft: { title: "PATCH" } }),
      theirs.restore(id, revisions[0].id),
    ];
    await waitUntil(() => turn.waiting() === asked.length);
    t.is((await ann.api.delete(`/v1/projects/${projectId}/members/${bob.id}`)).status, 200);
    turn.release();
    t.deepEqual(statuses(await Promise.all(asked)), [404, 404, 404, 404]);
    const { document } = (await documents.get(id)).body;
    t.deepEqual([document.draftVersion, document.draft], [1, { title: "Before" }]);
  },
);

test("a deletion and an unpublish of somebody who was removed since they were let in do nothing (rules/content 39)", async (t) => {
  const bob = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  const documents = new Documents(ann, projectId);
  const id = await documents.makePublished({ title: "Published" });
  const author = { accountId: bob.id, actor: "person" as const };
  await t.throwsAsync(unpublishDocument(kiln.host, author, id, true), { message: "Unknown document." });
  await t.throwsAsync(deleteDocument(kiln.host, bob.id, id, true), { message: "Unknown document." });
  t.is((await documents.get(id)).body.document.status, "published");
});

test("of 20 projects made at once by somebody who has 999 one is made, and a deletion makes room (rules/projects 15)", async (t) => {
  const eve = await signUp(kiln.url);
  await kiln.host.transact(async (tx) => {
    const own = { ownerId: eve.id, name: "One of many", isDefault: false };
    for (let count = 1; count < MAX_PROJECTS; count += 1)
      await tx.insert(Project, newProject({ ...own, id: randomUUID() }));
    await tx.insert(Project, { ...newProject({ ...own, id: randomUUID() }), deletedAt: 1 });
  });
  const make = () => eve.api.post("/v1/projects", { id: randomUUID(), name: "One more" });
  const answers = await Promise.all(Array.from({ length: 20 }, make));
  const made = answers.filter(({ status }) => status === 200);
  t.is(made.length, 1);
  t.true(answers.every(({ status, body }) => status === 200 || body.error.code === "invalid_params"));
  t.is((await eve.api.get("/v1/projects")).body.projects.length, MAX_PROJECTS + 1);
  await eve.api.delete(`/v1/projects/${made[0]?.body.project.id}`);
  t.deepEqual([(await make()).status, (await make()).status], [200, 400]);
});

test("of 12 invites accepted at once by somebody who is in 999 projects of others one is accepted, and the others wait on (rules/projects 15)", async (t) => {
  const eve = await signUp(kiln.url);
  const invites = await Promise.all(
    Array.from({ length: 12 }, async () => invite(await makeProject(ann), eve.email)),
  );
  await kiln.host.transact(async (tx) => {
    const of = { accountId: eve.id, email: eve.email, joinedAt: 1 };
    for (let count = 1; count < MAX_PROJECTS; count += 1)
      await tx.insert(ProjectMember, { ...of, id: randomUUID(), projectId: randomUUID() });
  });
  const accept = ({ body }: { body: { invite: { id: string } } }) =>
    eve.api.post(`/v1/project-invites/${body.invite.id}/accept`);
  const answers = await Promise.all(invites.map(accept));
  t.deepEqual(statuses(answers), [200, ...Array.from({ length: 11 }, () => 400)]);
  const { projects, pendingInvites } = (await eve.api.get("/v1/projects")).body;
  t.deepEqual([projects.length, pendingInvites.length], [2, 11]);
});
