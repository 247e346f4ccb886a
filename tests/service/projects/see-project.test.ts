import test from "ava";
import type { Kiln } from "../../../start.js";
import { isSeen, projectsSeenBy, rolesIn, seenBy, seeProject } from "../../../services/projects/index.js";
import { type Person, signUp } from "../../helpers/client.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

type Who = "owner" | "member" | "removed" | "invited" | "stranger";
type Which = "shared" | "deleted" | "ownersDefault" | "membersDefault" | "unknown";

let kiln: Kiln;
let people: Record<Who, Person>;
let projects: Record<Which, string>;

/** Lets the person join. Without `stays` the person is removed again. */
async function join(id: string, person: Person, stays: boolean): Promise<void> {
  await joinProject(people.owner, id, person);
  if (stays) return;
  const { status } = await people.owner.api.delete(`/v1/projects/${id}/members/${person.id}`);
  if (status !== 200) throw new Error(`remove: ${status}`);
}

/** Makes a project of the owner, to which each person has the relation of their name. */
async function makeShared(): Promise<string> {
  const { owner, member, removed, invited } = people;
  const id = await makeProject(owner, [member]);
  await join(id, removed, false);
  const { status } = await owner.api.post(`/v1/projects/${id}/invites`, { email: invited.email });
  if (status !== 200) throw new Error(`invite: ${status}`);
  return id;
}

const defaultOf = async ({ api }: Person): Promise<string> =>
  (await api.get("/v1/projects")).body.defaultProjectId;

test.before(async () => {
  kiln = await startKiln();
  const sign = () => signUp(kiln.url);
  people = {
    owner: await sign(),
    member: await sign(),
    removed: await sign(),
    invited: await sign(),
    stranger: await sign(),
  };
  projects = {
    shared: await makeShared(),
    deleted: await makeShared(),
    ownersDefault: await defaultOf(people.owner),
    membersDefault: await defaultOf(people.member),
    unknown: "00000000-0000-7000-8000-000000000000",
  };
  // The row is as before the cascade removes its parts: its members are still there.
  await kiln.host.transact((tx) =>
    tx.run("UPDATE projects SET deletedAt = ? WHERE id = ?", [Date.now(), projects.deleted]),
  );
});
test.after.always(() => kiln?.stop());

/** Roles in which people see projects. Everybody else sees nothing. */
const ROLES: Record<Which, Partial<Record<Who, "owner" | "contributor">>> = {
  shared: { owner: "owner", member: "contributor" },
  deleted: {},
  ownersDefault: { owner: "owner" },
  membersDefault: { member: "owner" },
  unknown: {},
};

for (const [which, roles] of Object.entries(ROLES) as [Which, (typeof ROLES)[Which]][])
  for (const who of ["owner", "member", "removed", "invited", "stranger"] as const)
    test(`${who}, project ${which}: ${roles[who] ?? "not seen"}, however it is asked`, async (t) => {
      const { read } = kiln.host;
      const [{ id: accountId }, projectId] = [people[who], projects[which]];
      const role = roles[who] ?? null;
      const seen = await seeProject(read, accountId, projectId);
      t.is(seen?.role ?? null, role);
      t.is(seen?.project.id ?? null, role && projectId);
      t.is((await rolesIn(read, accountId, Object.values(projects))).get(projectId) ?? null, role);
      t.is((await projectsSeenBy(read, accountId)).includes(projectId), role !== null);
      const [row] = await read.query<{ seen: unknown }>(
        `SELECT ${isSeen("x.id")} AS seen FROM (SELECT ? AS id) x`,
        [...seenBy(accountId), projectId],
      );
      t.is(Boolean(Number(row?.seen)), role !== null);
    });

test("a project is seen with all of its columns", async (t) => {
  const { read } = kiln.host;
  const seen = await seeProject(read, people.member.id, projects.membersDefault);
  t.like(seen?.project, { ownerId: people.member.id, isDefault: true, deletedAt: null, description: null });
  t.is(typeof seen?.project.createdAt, "number");
});
