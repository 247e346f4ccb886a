import { randomUUID } from "node:crypto";
import test from "ava";
import { Project } from "../../../entities/project.js";
import { ProjectLink } from "../../../entities/project-link.js";
import { ProjectMember } from "../../../entities/project-member.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { readableTypes } from "../../../services/storage/index.js";
import { findReadable } from "../../../services/storage/storage.policy.js";
import { insertObject } from "../../helpers/insert-object.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { readCostOf } from "../../helpers/read-cost.js";

const PROJECTS = 60;
const FILES = 5;

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store?.close());

async function makeProjects(ownerId: string, count: number): Promise<string[]> {
  const at = Date.now();
  const projects = Array.from({ length: count }, (): Project => ({
    id: randomUUID(),
    ownerId,
    name: "A project",
    description: null,
    avatarStorageId: null,
    isDefault: false,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    purgedAt: null,
  }));
  await store.transact((tx) => tx.insert(Project, projects));
  return projects.map(({ id }) => id);
}

const makeFiles = (ownerId: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => insertObject({ host: store }, ownerId)));

async function link(projectIds: readonly string[], storageIds: readonly string[]): Promise<void> {
  const links = projectIds.flatMap((projectId) =>
    storageIds.map((storageId) => ({
      id: randomUUID(),
      projectId,
      storageId,
      addedByUserId: "x",
      createdAt: 1,
    })),
  );
  await store.transact((tx) => tx.insert(ProjectLink, links));
}

/** Runs `work` with a reader, and returns how many rows the reader has handed out. */
async function rowsOf(work: (read: Reader) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const read = new Proxy(store.read, {
    get(reader, name) {
      const value: unknown = Reflect.get(reader, name, reader);
      if (typeof value !== "function") return value;
      return async (...given: unknown[]) => {
        const answer: unknown = await (value as (...given: unknown[]) => unknown).apply(reader, given);
        if (Array.isArray(answer)) rows += answer.length;
        return answer;
      };
    },
  });
  await work(read);
  return rows;
}

/** Files of a stranger that are linked to many projects of the stranger, and an account that names them. */
async function foreignFiles(): Promise<{ accountId: string; ids: string[] }> {
  const [stranger, accountId] = [randomUUID(), randomUUID()];
  const ids = await makeFiles(stranger, FILES);
  await link(await makeProjects(stranger, PROJECTS), ids);
  await makeProjects(accountId, 2);
  return { accountId, ids };
}

const readings: Record<string, (read: Reader, accountId: string, ids: string[]) => Promise<unknown>> = {
  "a draft's media": (read, accountId, ids) =>
    readableTypes(read, [{ accountId, ids, granted: new Set<string>() }]),
  "inputs of work": (read, accountId, ids) => findReadable(read, accountId, ids),
};

for (const [what, readMedia] of Object.entries(readings))
  test.serial(`${what}: links to projects of strangers are not read, however many there are`, async (t) => {
    const { accountId, ids } = await foreignFiles();
    const rows = await rowsOf((read) => readMedia(read, accountId, ids));
    t.true(rows <= FILES + 2, `${rows} rows: more than the files and the account's own projects`);
    const cost = await readCostOf(store.database, (tx) => readMedia(tx, accountId, ids));
    if (cost.rows !== null) t.true(cost.rows < FILES * PROJECTS, `${cost.rows} rows are examined`);
    else {
      const plan = cost.plans.find((one) => one.includes("FROM project_links"));
      t.regex(plan ?? "", /UQ_project_links_object \(projectId=\? AND storageId=\?\)/);
      t.false(
        cost.plans.some((one) => /SCAN (?!CONSTANT)/.test(one)),
        cost.plans.join("\n"),
      );
    }
  });

test.serial(
  "each account reads what is linked to a project of its own, in any number (rules/storage 3)",
  async (t) => {
    const [stranger, owner, member] = [randomUUID(), randomUUID(), randomUUID()];
    const [own = ""] = await makeFiles(owner, 1);
    const [first = "", last = "", shared = "", deleted = "", none = ""] = await makeFiles(stranger, 5);
    const projects = await makeProjects(owner, 300);
    await link(projects.slice(0, 1), [first, shared]);
    await link(projects.slice(-1), [last]);
    await link(projects.slice(7, 8), [deleted]);
    await store.transact(async (tx) => {
      await tx.update(Project, { id: projects[7] ?? "" }, { deletedAt: 1 });
      const membership = { id: randomUUID(), projectId: projects[0] ?? "", accountId: member, email: "m" };
      await tx.insert(ProjectMember, { ...membership, joinedAt: 1 });
    });
    const ids = [own, first, last, shared, deleted, none];
    const asked = [owner, member, stranger, owner].map((accountId) => ({
      accountId,
      ids,
      granted: new Set<string>(),
    }));
    const expected = [
      [own, first, last, shared],
      [first, shared],
      [first, last, shared, deleted, none],
    ];
    const types = await readableTypes(store.read, asked);
    t.deepEqual(
      types.map((found) => [...found.keys()].toSorted()),
      [...expected, expected[0] ?? []].map((found) => found.toSorted()),
    );
    for (const [at, accountId] of [owner, member, stranger].entries()) {
      const found = await findReadable(store.read, accountId, ids);
      t.deepEqual(found.map(({ id }) => id).toSorted(), expected[at]?.toSorted());
    }
  },
);
