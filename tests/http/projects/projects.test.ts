import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
let eve: Person;
test.before(async () => {
  kiln = await startKiln();
  [ann, bob, eve] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
});
test.after.always(() => kiln?.stop());

const refused = (answer: Answer) => [answer.status, answer.body.error?.code];
const NOT_FOUND = [404, "not_found"];
const FORBIDDEN = [403, "forbidden"];
const INVALID = [400, "invalid_params"];

test("POST makes a project under the client's id, in lower case, with its owner as the only member (rules/projects 2 and 3)", async (t) => {
  const id = randomUUID();
  const { status, body } = await ann.api.post("/v1/projects", {
    id: id.toUpperCase(),
    name: "  Kiln film  ",
  });
  t.is(status, 200);
  t.deepEqual(body, {
    project: {
      id,
      name: "Kiln film",
      description: null,
      avatarUrl: null,
      role: "owner",
      owner: { email: ann.email, name: null },
      createdAt: body.project.createdAt,
      updatedAt: body.project.createdAt,
    },
    members: [
      { userId: ann.id, email: ann.email, name: null, role: "owner", joinedAt: body.project.createdAt },
    ],
    invites: [],
  });
  t.deepEqual((await ann.api.get(`/v1/projects/${id.toUpperCase()}`)).body, body);
});

test("an id that anybody has is a conflict, also in another case, also after its deletion (rules/projects 3)", async (t) => {
  const id = await makeProject(ann);
  for (const person of [ann, bob])
    for (const given of [id, id.toUpperCase()])
      t.deepEqual(refused(await person.api.post("/v1/projects", { id: given, name: "x" })), [
        409,
        "conflict",
      ]);
  const { defaultProjectId } = (await bob.api.get("/v1/projects")).body;
  t.deepEqual(refused(await ann.api.post("/v1/projects", { id: defaultProjectId, name: "x" })), [
    409,
    "conflict",
  ]);
  await ann.api.delete(`/v1/projects/${id}`);
  t.deepEqual(refused(await bob.api.post("/v1/projects", { id, name: "x" })), [409, "conflict"]);
});

test("of two that make the same id at once one wins (rules/projects 3)", async (t) => {
  const id = randomUUID();
  const answers = await Promise.all(
    [ann, bob, eve].map(({ api }) => api.post("/v1/projects", { id, name: "x" })),
  );
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
});

test("POST refuses a missing or malformed id, and names of 0 and of 201 characters (rules/projects 3 and 4)", async (t) => {
  const id = randomUUID();
  for (const body of [
    { name: "x" },
    { id: "nope", name: "x" },
    { id },
    { id, name: "" },
    { id, name: "   " },
    { id, name: null },
    { id, name: "x".repeat(201) },
    { id, name: 1 },
  ])
    t.deepEqual(refused(await ann.api.post("/v1/projects", body)), INVALID, JSON.stringify(body));
  const long = await ann.api.post("/v1/projects", { id, name: "🫖".repeat(200) });
  t.is(long.body.project.name, "🫖".repeat(200));
});

test("GET lists the default project and all others of the caller, most recently updated first (rules/projects 12)", async (t) => {
  const person = await signUp(kiln.url);
  const first = await person.api.get("/v1/projects");
  const { defaultProjectId } = first.body;
  t.deepEqual(
    first.body.projects.map(({ id, role }: { id: string; role: string }) => [id, role]),
    [[defaultProjectId, "owner"]],
  );
  t.deepEqual(first.body.pendingInvites, []);
  const older = await makeProject(person);
  const newer = await makeProject(person);
  const joined = await makeProject(ann, [person]);
  const ids = async () =>
    (await person.api.get("/v1/projects")).body.projects.map(({ id }: { id: string }) => id);
  t.deepEqual(await ids(), [joined, newer, older, defaultProjectId]);
  await person.api.patch(`/v1/projects/${older}`, { name: "touched" });
  t.deepEqual(await ids(), [older, joined, newer, defaultProjectId]);
  t.false((await bob.api.get("/v1/projects")).body.projects.some(({ id }: { id: string }) => id === older));
});

test("PATCH leaves what is omitted, clears what is null, and gives the detail (rules/projects 4)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const path = `/v1/projects/${id}`;
  const described = await ann.api.patch(path, { description: "two\nlines" });
  t.is(described.body.project.name, "A project");
  t.is(described.body.project.description, "two\nlines");
  t.is(described.body.members.length, 2);
  t.deepEqual(described.body.invites, []);
  t.true(described.body.project.updatedAt >= described.body.project.createdAt);
  const renamed = await ann.api.patch(path, { name: "Other" });
  t.is(renamed.body.project.description, "two\nlines");
  const cleared = await ann.api.patch(path, { description: null });
  t.is(cleared.body.project.description, null);
  t.is(cleared.body.project.name, "Other");
  t.is((await ann.api.patch(path, { description: "é".repeat(2000) })).status, 200);
  for (const body of [
    { name: null },
    { name: "" },
    { name: "x".repeat(201) },
    { description: "x".repeat(2001) },
    { description: 1 },
    { avatarStorageId: "nope" },
  ])
    t.deepEqual(refused(await ann.api.patch(path, body)), INVALID, JSON.stringify(body));
});

test("an avatar is a committed image that the caller can read; it has a signed URL and null clears it (rules/projects 5)", async (t) => {
  const path = `/v1/projects/${await makeProject(ann, [bob])}`;
  const picture = await upload(ann.api, "image/png", Buffer.from("not decoded"));
  const sound = await upload(ann.api, "audio/wav", Buffer.from("sound"));
  const foreign = await upload(bob.api, "image/png", Buffer.from("bob's"));
  const staged = (await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 5 })).body
    .storageId;
  for (const avatarStorageId of [foreign, staged, randomUUID()]) {
    const answer = await ann.api.patch(path, { avatarStorageId });
    t.deepEqual(refused(answer), INVALID);
    t.is(answer.body.error.message, "Unknown or uncommitted storageId");
  }
  t.deepEqual(refused(await ann.api.patch(path, { avatarStorageId: sound })), INVALID);
  const { body } = await ann.api.patch(path, { avatarStorageId: picture });
  t.is(await (await fetch(body.project.avatarUrl)).text(), "not decoded");
  t.truthy((await bob.api.get(path)).body.project.avatarUrl);
  await ann.api.delete(`/v1/storage/${picture}`);
  t.is((await bob.api.get(path)).body.project.avatarUrl, null);
  t.is((await ann.api.patch(path, { avatarStorageId: null })).body.project.avatarUrl, null);
});

test("members read the detail, owner first and then by joining; invites are for the owner only (rules/projects 11 and 12)", async (t) => {
  const id = await makeProject(ann, [eve, bob]);
  await ann.api.post(`/v1/projects/${id}/invites`, { email: "waits@example.com" });
  const own = (await ann.api.get(`/v1/projects/${id}`)).body;
  const theirs = (await bob.api.get(`/v1/projects/${id}`)).body;
  const members = (body: typeof own) =>
    body.members.map(({ userId, role }: { userId: string; role: string }) => [userId, role]);
  t.deepEqual(members(own), [
    [ann.id, "owner"],
    [eve.id, "contributor"],
    [bob.id, "contributor"],
  ]);
  t.deepEqual(theirs.members, own.members);
  t.is(theirs.project.role, "contributor");
  t.deepEqual(theirs.project.owner, { email: ann.email, name: null });
  t.false("invites" in theirs);
  t.is(own.invites.length, 1);
  t.is(own.invites[0].email, "waits@example.com");
});

test("an invite names its project and who invited; the addressee finds it, also when they sign up later (rules/projects 10; rules/identity 14)", async (t) => {
  const id = await makeProject(ann, [], "Pots");
  const email = `later-${randomUUID()}@example.com`;
  const { status, body } = await ann.api.post(`/v1/projects/${id}/invites`, {
    email: ` ${email.toUpperCase()} `,
  });
  t.is(status, 200);
  t.deepEqual(body.invite, {
    id: body.invite.id,
    projectId: id,
    projectName: "Pots",
    email,
    invitedBy: { email: ann.email, name: null },
    createdAt: body.invite.createdAt,
  });
  const person = await signUp(kiln.url, email);
  t.deepEqual((await person.api.get("/v1/projects")).body.pendingInvites, [body.invite]);
  t.deepEqual(refused(await person.api.get(`/v1/projects/${id}`)), NOT_FOUND);
  const accepted = await person.api.post(`/v1/project-invites/${body.invite.id}/accept`);
  t.is(accepted.status, 200);
  t.is(accepted.body.project.id, id);
  t.is(accepted.body.project.role, "contributor");
  t.deepEqual((await person.api.get("/v1/projects")).body.pendingInvites, []);
  t.deepEqual((await ann.api.get(`/v1/projects/${id}`)).body.invites, []);
});

test("only the addressee accepts or declines; an invite ends once (rules/projects 10)", async (t) => {
  const id = await makeProject(ann);
  const invite = async () =>
    (await ann.api.post(`/v1/projects/${id}/invites`, { email: bob.email })).body.invite.id as string;
  const first = await invite();
  for (const verb of ["accept", "decline"])
    for (const person of [ann, eve])
      t.deepEqual(refused(await person.api.post(`/v1/project-invites/${first}/${verb}`)), NOT_FOUND);
  t.deepEqual(refused(await new Client(kiln.url).post(`/v1/project-invites/${first}/accept`)), [
    401,
    "unauthenticated",
  ]);
  t.deepEqual((await bob.api.post(`/v1/project-invites/${first}/decline`)).body, { ok: true });
  t.deepEqual(refused(await bob.api.post(`/v1/project-invites/${first}/accept`)), NOT_FOUND);
  const second = await invite();
  t.deepEqual((await ann.api.delete(`/v1/projects/${id}/invites/${second}`)).body, { ok: true });
  t.deepEqual(refused(await bob.api.post(`/v1/project-invites/${second}/accept`)), NOT_FOUND);
  t.deepEqual(refused(await ann.api.delete(`/v1/projects/${id}/invites/${second}`)), NOT_FOUND);
  const third = await invite();
  const other = await makeProject(ann);
  t.deepEqual(refused(await ann.api.delete(`/v1/projects/${other}/invites/${third}`)), NOT_FOUND);
  t.is((await bob.api.post(`/v1/project-invites/${third}/accept`)).status, 200);
  t.deepEqual(refused(await bob.api.post(`/v1/project-invites/${third}/accept`)), NOT_FOUND);
});

test("inviting yourself, a member or somebody twice is invalid_params, and so is what is no address (rules/projects 9)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const path = `/v1/projects/${id}/invites`;
  t.is((await ann.api.post(path, { email: "once@example.com" })).status, 200);
  for (const email of [
    ann.email,
    ann.email.toUpperCase(),
    bob.email,
    "once@example.com",
    "ONCE@example.com",
    "nope",
    "a b@example.com",
    "",
    undefined,
    1,
  ])
    t.deepEqual(refused(await ann.api.post(path, { email })), INVALID, String(email));
});

test("20 people at most: owner, members and pending invites (rules/projects 8)", async (t) => {
  const id = await makeProject(ann, [bob]);
  const path = `/v1/projects/${id}/invites`;
  const invites: string[] = [];
  for (let count = 0; count < 18; count += 1)
    invites.push((await ann.api.post(path, { email: `p${count}@example.com` })).body.invite.id);
  t.deepEqual(refused(await ann.api.post(path, { email: "one-more@example.com" })), INVALID);
  await ann.api.delete(`${path}/${invites[0]}`);
  t.is((await ann.api.post(path, { email: "one-more@example.com" })).status, 200);
  t.deepEqual(refused(await ann.api.post(path, { email: "two-more@example.com" })), INVALID);
  await ann.api.delete(`/v1/projects/${id}/members/${bob.id}`);
  t.is((await ann.api.post(path, { email: "two-more@example.com" })).status, 200);
});

test("the owner removes contributors, a contributor only themselves, and the owner cannot leave (rules/projects 6 and 7)", async (t) => {
  const id = await makeProject(ann, [bob, eve]);
  const member = (person: { id: string }) => `/v1/projects/${id}/members/${person.id}`;
  t.deepEqual(refused(await bob.api.delete(member(eve))), FORBIDDEN);
  t.deepEqual(refused(await bob.api.delete(member(ann))), FORBIDDEN);
  t.deepEqual(refused(await ann.api.delete(member(ann))), FORBIDDEN);
  t.deepEqual(refused(await ann.api.delete(member({ id: randomUUID() }))), NOT_FOUND);
  t.deepEqual((await bob.api.delete(member(bob))).body, { ok: true });
  t.deepEqual(refused(await bob.api.get(`/v1/projects/${id}`)), NOT_FOUND);
  t.deepEqual((await ann.api.delete(member(eve))).body, { ok: true });
  t.deepEqual(refused(await ann.api.delete(member(eve))), NOT_FOUND);
  t.is((await ann.api.get(`/v1/projects/${id}`)).body.members.length, 1);
  await joinProject(ann, id, bob);
  t.is((await bob.api.get(`/v1/projects/${id}`)).status, 200, "somebody who left may be invited again");
});

test("the default project cannot be deleted or left and takes no invites; another account's is unknown (rules/projects 1)", async (t) => {
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  const path = `/v1/projects/${defaultProjectId}`;
  t.deepEqual(refused(await ann.api.delete(path)), FORBIDDEN);
  t.deepEqual(refused(await ann.api.post(`${path}/invites`, { email: bob.email })), FORBIDDEN);
  t.deepEqual(refused(await ann.api.delete(`${path}/members/${ann.id}`)), FORBIDDEN);
  t.is((await ann.api.patch(path, { name: "Mine" })).body.project.name, "Mine");
  t.is((await ann.api.get(path)).body.members.length, 1);
  for (const sub of ["", "/storage", "/usage"])
    t.deepEqual(refused(await bob.api.get(`${path}${sub}`)), NOT_FOUND);
  t.deepEqual(refused(await bob.api.delete(path)), NOT_FOUND);
  t.deepEqual(refused(await bob.api.get(`/v1/generations?projectId=${defaultProjectId}`)), NOT_FOUND);
});

test("malformed ids in paths read as unknown, in queries and bodies as invalid (rules/edge 13 and 20)", async (t) => {
  for (const [method, path] of [
    ["GET", "/v1/projects/nope"],
    ["PATCH", "/v1/projects/nope"],
    ["DELETE", "/v1/projects/nope"],
    ["GET", "/v1/projects/nope/usage"],
    ["GET", "/v1/projects/nope/storage"],
    ["POST", "/v1/projects/nope/invites"],
    ["POST", "/v1/project-invites/nope/accept"],
    ["DELETE", `/v1/projects/${randomUUID()}/members/nope`],
  ] as const)
    t.deepEqual(
      refused(await ann.api.send(method, path, { ...(method !== "GET" && { body: {} }) })),
      NOT_FOUND,
      path,
    );
  t.deepEqual(refused(await ann.api.get("/v1/generations?projectId=nope")), INVALID);
});

test("scopes: projects opens projects, members, invites and usage; media opens their storage (rules/identity 31)", async (t) => {
  const id = await makeProject(ann);
  const keyed = async (...scopes: string[]) => {
    const { body } = await ann.session.post("/v1/api-keys", { name: "k", scopes });
    return new Client(kiln.url, { authorization: `Bearer ${body.secret}` });
  };
  const reader = await keyed("projects:read");
  const media = await keyed("media:rw");
  t.is((await reader.get(`/v1/projects/${id}`)).status, 200);
  t.is((await reader.get(`/v1/projects/${id}/usage`)).status, 200);
  const write = await reader.patch(`/v1/projects/${id}`, { name: "x" });
  t.deepEqual(refused(write), FORBIDDEN);
  t.is(write.body.error.message, "This key needs the scope projects:rw");
  t.is(
    (await reader.get(`/v1/projects/${id}/storage`)).body.error.message,
    "This key needs the scope media:read",
  );
  t.is((await media.get(`/v1/projects/${id}/storage`)).status, 200);
  t.is((await media.get("/v1/projects")).body.error.message, "This key needs the scope projects:read");
});
