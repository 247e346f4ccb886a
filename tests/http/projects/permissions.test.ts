import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { joinProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let operator: Person;
let owner: Person;
let contributor: Person;
/** Contributor whom an operator suspended. */
let suspended: Person;
let outsider: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
  [owner, contributor, suspended, outsider] = [
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
  ];
  // Rows make many jobs, and each cell's answer is about permission, not about money.
  await operator.session.post(`/v1/admin/accounts/${owner.id}/credits`, { deltaCredits: 100_000 });
});
test.after.always(() => kiln?.stop());

/** Fresh project of a row, on which the row acts. */
interface Scene {
  id: string;
  inviteId: string;
  /** Id of an object of the owner that is linked to the project. */
  linkedId: string;
  /** Ids of live jobs of the owner and of the contributor, billed to the project. */
  ownersJob: string;
  contributorsJob: string;
}
type Cell = "ok" | "forbidden" | "not_found" | "unauthenticated" | "account_suspended" | "invalid_params";
type Act = (api: Client, scene: Scene, self: Person | null) => Promise<Answer>;

const image = (projectId: string, prompt = "x") => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  projectId,
});
const N: Cell = "not_found";
const F: Cell = "forbidden";
const U: Cell = "unauthenticated";
const S: Cell = "account_suspended";

/**
 * Table written by hand from the rules of the areas (rules/edge 11 and 14, rules/projects 6, rules/generation 5, rules/storage 1
 * and 3): owner, contributor, outsider, anonymous, suspended contributor.
 */
const MATRIX: [string, [Cell, Cell, Cell, Cell, Cell], Act][] = [
  [
    "create a project",
    ["ok", "ok", "ok", U, S],
    (api) => api.post("/v1/projects", { id: randomUUID(), name: "x" }),
  ],
  ["list projects", ["ok", "ok", "ok", U, "ok"], (api) => api.get("/v1/projects")],
  ["read the project", ["ok", "ok", N, U, "ok"], (api, { id }) => api.get(`/v1/projects/${id}`)],
  ["rename the project", ["ok", F, N, U, F], (api, { id }) => api.patch(`/v1/projects/${id}`, { name: "y" })],
  ["delete the project", ["ok", F, N, U, F], (api, { id }) => api.delete(`/v1/projects/${id}`)],
  [
    "invite",
    ["ok", F, N, U, F],
    (api, { id }) => api.post(`/v1/projects/${id}/invites`, { email: "new@example.com" }),
  ],
  [
    "revoke an invite",
    ["ok", F, N, U, F],
    (api, { id, inviteId }) => api.delete(`/v1/projects/${id}/invites/${inviteId}`),
  ],
  [
    "accept somebody else's invite",
    [N, N, N, U, N],
    (api, { inviteId }) => api.post(`/v1/project-invites/${inviteId}/accept`),
  ],
  [
    "decline somebody else's invite",
    [N, N, N, U, N],
    (api, { inviteId }) => api.post(`/v1/project-invites/${inviteId}/decline`),
  ],
  [
    "leave the project",
    [F, "ok", N, U, S],
    (api, { id }, self) => api.delete(`/v1/projects/${id}/members/${self?.id ?? randomUUID()}`),
  ],
  [
    "remove another member",
    ["ok", F, N, U, F],
    (api, { id }, self) =>
      api.delete(`/v1/projects/${id}/members/${self?.id === contributor.id ? suspended.id : contributor.id}`),
  ],
  [
    "remove the owner",
    [F, F, N, U, F],
    (api, { id }) => api.delete(`/v1/projects/${id}/members/${owner.id}`),
  ],
  ["read the usage", ["ok", "ok", N, U, "ok"], (api, { id }) => api.get(`/v1/projects/${id}/usage`)],
  ["list the media", ["ok", "ok", N, U, "ok"], (api, { id }) => api.get(`/v1/projects/${id}/storage`)],
  [
    "link media",
    ["ok", "ok", N, U, S],
    (api, { id, linkedId }) => api.post(`/v1/projects/${id}/storage`, { storageIds: [linkedId] }),
  ],
  [
    "read a linked object",
    ["ok", "ok", N, U, "ok"],
    (api, { linkedId }) => api.get(`/v1/storage/${linkedId}`),
  ],
  [
    "open a linked object",
    ["ok", "ok", N, U, "ok"],
    (api, { linkedId }) => api.get(`/v1/storage/${linkedId}/raw`),
  ],
  [
    "delete a linked object",
    ["ok", F, N, U, F],
    (api, { linkedId }) => api.delete(`/v1/storage/${linkedId}`),
  ],
  ["submit a job", ["ok", "ok", N, U, S], (api, { id }) => api.post("/v1/generations", image(id))],
  ["estimate a job", ["ok", "ok", N, U, S], (api, { id }) => api.post("/v1/estimates", image(id))],
  ["list the jobs", ["ok", "ok", N, U, "ok"], (api, { id }) => api.get(`/v1/generations?projectId=${id}`)],
  [
    "read the owner's job",
    ["ok", "ok", N, U, "ok"],
    (api, { ownersJob }) => api.get(`/v1/generations/${ownersJob}`),
  ],
  [
    "read the contributor's job",
    ["ok", "ok", N, U, "ok"],
    (api, { contributorsJob }) => api.get(`/v1/generations/${contributorsJob}`),
  ],
  [
    "cancel the owner's job",
    ["ok", F, N, U, F],
    (api, { ownersJob }) => api.post(`/v1/generations/${ownersJob}/cancel`),
  ],
  [
    "cancel the contributor's job",
    ["ok", "ok", N, U, F],
    (api, { contributorsJob }) => api.post(`/v1/generations/${contributorsJob}/cancel`),
  ],
];

const suspend = (isSuspended: boolean) =>
  operator.session.patch(`/v1/admin/accounts/${suspended.id}`, { suspended: isSuspended });

async function setScene(): Promise<Scene> {
  await suspend(false);
  const id = randomUUID();
  await owner.api.post("/v1/projects", { id, name: "scene" });
  await joinProject(owner, id, contributor);
  await joinProject(owner, id, suspended);
  await suspend(true);
  const invited = await owner.api.post(`/v1/projects/${id}/invites`, { email: "waits@example.com" });
  const linkedId = await upload(owner.api, "audio/wav", Buffer.from("sound"));
  await owner.api.post(`/v1/projects/${id}/storage`, { storageIds: [linkedId] });
  const job = async ({ api }: Person) =>
    (await api.post("/v1/generations", image(id, "[slow=60] x"))).body.job.id as string;
  return {
    id,
    inviteId: invited.body.invite.id,
    linkedId,
    ownersJob: await job(owner),
    contributorsJob: await job(contributor),
  };
}

const outcome = ({ status, body }: Answer): string => (status < 400 ? "ok" : body.error.code);

// The tests are serial because they share the suspended person.
for (const [name, [asOwner, asContributor, asOutsider, asAnonymous, asSuspended], act] of MATRIX)
  test.serial(`permissions: ${name} (rules/projects 6; rules/identity 13)`, async (t) => {
    const scene = await setScene();
    // The people who may do it act last, because it can be done only once.
    t.is(outcome(await act(new Client(kiln.url), scene, null)), asAnonymous, "anonymous");
    t.is(outcome(await act(outsider.api, scene, outsider)), asOutsider, "outsider");
    t.is(outcome(await act(suspended.api, scene, suspended)), asSuspended, "suspended contributor");
    t.is(outcome(await act(contributor.api, scene, contributor)), asContributor, "contributor");
    t.is(outcome(await act(owner.api, scene, owner)), asOwner, "owner");
    if (name !== "delete the project") await owner.api.delete(`/v1/projects/${scene.id}`);
  });

test.serial(
  "permissions: a suspended owner reads their project and changes nothing (rules/identity 13)",
  async (t) => {
    const id = randomUUID();
    await suspend(false);
    await suspended.api.post("/v1/projects", { id, name: "mine" });
    await suspend(true);
    t.is((await suspended.api.get(`/v1/projects/${id}`)).status, 200);
    t.is((await suspended.api.get(`/v1/projects/${id}/usage`)).status, 200);
    for (const answer of [
      await suspended.api.patch(`/v1/projects/${id}`, { name: "y" }),
      await suspended.api.delete(`/v1/projects/${id}`),
      await suspended.api.post(`/v1/projects/${id}/invites`, { email: "x@example.com" }),
    ])
      t.is(outcome(answer), "account_suspended");
  },
);
