import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { field, postType } from "../../helpers/post-type.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let operator: Person;
let owner: Person;
let contributor: Person;
/** Contributor whom an operator suspended. */
let suspended: Person;
let outsider: Person;
let projectId: string;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
  owner = await signUp(kiln.url);
  [contributor, suspended, outsider] = [
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
  ];
  projectId = await makeProject(owner, [contributor, suspended]);
  await operator.session.patch(`/v1/admin/accounts/${suspended.id}`, { suspended: true });
});
test.after.always(() => kiln?.stop());

type Cell = "ok" | "not_found" | "unauthenticated" | "account_suspended";
const N: Cell = "not_found";
const U: Cell = "unauthenticated";
const S: Cell = "account_suspended";

let count = 0;

/**
 * Table written by hand from the rules (rules/content 39, rules/identity 13 and 28): owner, contributor, outsider, anonymous,
 * suspended contributor, operator who is no member.
 */
const MATRIX: [
  string,
  [Cell, Cell, Cell, Cell, Cell, Cell],
  (api: Client, typeId: string) => Promise<Answer>,
][] = [
  [
    "make a type",
    ["ok", "ok", N, U, S, N],
    (api) =>
      api.post(`/v1/projects/${projectId}/content/types`, { name: `made${++count}`, title: "T", fields: [] }),
  ],
  ["list types", ["ok", "ok", N, U, "ok", N], (api) => api.get(`/v1/projects/${projectId}/content/types`)],
  ["read a type", ["ok", "ok", N, U, "ok", N], (api, id) => api.get(`/v1/content/types/${id}`)],
  ["read a version", ["ok", "ok", N, U, "ok", N], (api, id) => api.get(`/v1/content/types/${id}?version=1`)],
  ["read versions", ["ok", "ok", N, U, "ok", N], (api, id) => api.get(`/v1/content/types/${id}/versions`)],
  [
    "edit a type",
    ["ok", "ok", N, U, S, N],
    (api, id) => api.put(`/v1/content/types/${id}`, { baseVersion: 1, fields: [field("other")] }),
  ],
  ["delete a type", ["ok", "ok", N, U, S, N], (api, id) => api.delete(`/v1/content/types/${id}`)],
  [
    "read settings",
    ["ok", "ok", N, U, "ok", N],
    (api) => api.get(`/v1/projects/${projectId}/content/settings`),
  ],
  [
    "change settings",
    ["ok", "ok", N, U, S, N],
    (api) => api.put(`/v1/projects/${projectId}/content/settings`, { translation: { brief: "x" } }),
  ],
];

for (const [what, cells, act] of MATRIX)
  test(`who may ${what} (rules/content 39)`, async (t) => {
    const people: [string, Client][] = [
      ["owner", owner.api],
      ["contributor", contributor.api],
      ["outsider", outsider.api],
      ["anonymous", new Client(kiln.url)],
      ["suspended", suspended.api],
      ["operator", operator.api],
    ];
    for (const [index, [who, api]] of people.entries()) {
      const { id } = await postType(owner.api, projectId, `row${++count}`);
      const answer = await act(api, id);
      t.is(answer.status === 200 ? "ok" : answer.body.error.code, cells[index], who);
    }
  });

test("a key needs content:read to read and content:rw to write, and the refusal names it (rules/identity 28 and 29)", async (t) => {
  const keyWith = async (...scopes: string[]) => {
    const { body } = await owner.session.post("/v1/api-keys", { name: "k", scopes });
    return new Client(kiln.url, { authorization: `Bearer ${body.secret}` });
  };
  const [reads, writes, other] = [
    await keyWith("content:read"),
    await keyWith("content:rw"),
    await keyWith("projects:rw", "media:rw"),
  ];
  for (const [what, , act] of MATRIX) {
    const { id } = await postType(owner.api, projectId, `key${++count}`);
    const isRead = /read|list/.test(what);
    const refusal = await act(other, id);
    t.is(refusal.status, 403, what);
    t.is(refusal.body.error.message, `This key needs the scope content:${isRead ? "read" : "rw"}`);
    t.is((await act(reads, id)).status, isRead ? 200 : 403, what);
    t.is((await act(writes, id)).status, 200, what);
  }
});

test("who left a project has no part in its types any more (rules/content 39)", async (t) => {
  const guest = await signUp(kiln.url);
  const id = await makeProject(owner, [guest]);
  const type = await postType(guest.api, id, "post");
  await guest.api.delete(`/v1/projects/${id}/members/${guest.id}`);
  t.is((await guest.api.get(`/v1/content/types/${type.id}`)).status, 404);
  t.is((await guest.api.put(`/v1/content/types/${type.id}`, { baseVersion: 1, title: "x" })).status, 404);
  t.is((await owner.api.get(`/v1/content/types/${type.id}`)).status, 200);
});

test("a deleted project's types are gone at once (rules/projects 13)", async (t) => {
  const id = await makeProject(owner);
  const type = await postType(owner.api, id, "post");
  await owner.api.delete(`/v1/projects/${id}`);
  t.is((await owner.api.get(`/v1/content/types/${type.id}`)).status, 404);
  t.is((await owner.api.get(`/v1/projects/${id}/content/settings`)).status, 404);
});
