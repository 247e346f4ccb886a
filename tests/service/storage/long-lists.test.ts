import { randomUUID } from "node:crypto";
import test from "ava";
import { ProjectLink } from "../../../entities/project-link.js";
import { StorageObject } from "../../../entities/storage-object.js";
import type { StorageDriver } from "../../../plugins/kit/storage-driver.js";
import type { Host } from "../../../runtime/process/host.js";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { requireWhole } from "../../../runtime/database/read-in-pieces.js";
import { listLinked } from "../../../services/storage/list-linked.js";
import { listObjects } from "../../../services/storage/list-objects.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore } from "../../helpers/open-test-store.js";
import { turnsDuring } from "../../helpers/turns-during.js";

// A list without a limit gives all rows (rules/edge 28), and other requests go on in the meantime.

const db = await openTestStore();
test.after.always(() => db.close());

const COUNT = 12_000;
let ownerId: string;
const storage = { signGet: async (id: string) => `https://files.test/${id}` } as unknown as StorageDriver;
const host = { ...db, storage } as unknown as Host;

test.before(async () => {
  ownerId = await makeBalance(db);
  const rows = Array.from({ length: COUNT }, (_, at): StorageObject => ({
    id: randomUUID(),
    ownerId: at % 100 === 99 ? "somebody else" : ownerId,
    filename: null,
    contentType: at % 3 === 0 ? "video/mp4" : "image/png",
    // Many rows have equal sizes, also across the edges of pieces.
    sizeBytes: at % 7,
    origin: "upload",
    state: at % 100 === 98 ? "staged" : "committed",
    thumb: "none",
    width: 4,
    height: 3,
    durationMs: at % 3 === 0 ? 1500 : null,
    measuredAt: 1,
    publishedAt: null,
    createdAt: Math.floor(at / 2500),
  }));
  for (let at = 0; at < COUNT; at += 500)
    await db.transact((tx) => tx.insert(StorageObject, rows.slice(at, at + 500)));
  mine = rows.filter((row) => row.ownerId === ownerId && row.state === "committed");
});
let mine: StorageObject[] = [];

/** Blocks the thread for `ms`. */
function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const byId = (one: StorageObject, other: StorageObject) => (one.id < other.id ? 1 : -1);
const ids = (objects: readonly { storageId: string }[]) => objects.map(({ storageId }) => storageId);

for (const [name, sort, key] of [
  ["newest", undefined, "createdAt"],
  ["largest", "size", "sizeBytes"],
] as const)
  test.serial(
    `all objects of an account come in their order, ${name} first, each once (rules/edge 28)`,
    async (t) => {
      const expected = mine
        .toSorted((one, other) => other[key] - one[key] || byId(one, other))
        .map(({ id }) => id);
      const all = await listObjects(host, ownerId, { offset: 0, sort });
      t.is(all.total, mine.length);
      t.true(ids(all.objects).join() === expected.join());
      const part = await listObjects(host, ownerId, { offset: 4990, limit: 20, sort });
      t.deepEqual(ids(part.objects), expected.slice(4990, 5010));
      const rest = await listObjects(host, ownerId, { offset: 6000, sort });
      t.true(ids(rest.objects).join() === expected.slice(6000).join());
      const films = await listObjects(host, ownerId, { offset: 0, sort, kind: "video" });
      const kind = new Set(mine.filter(({ contentType }) => contentType === "video/mp4").map(({ id }) => id));
      t.true(ids(films.objects).join() === expected.filter((id) => kind.has(id)).join());
      t.is(films.objects[0]?.durationSeconds, 1.5);
    },
  );

test.serial(
  "the event loop comes round while all of them are listed, also by a project (rules/running 29)",
  async (t) => {
    const project = { id: randomUUID(), ownerId, isDefault: true } as never;
    // A signature takes processor time, as the disk's do.
    storage.signGet = async (id) => {
      spin(0.02);
      return `https://files.test/${id}`;
    };
    for (const list of [
      () => listObjects(host, ownerId, { offset: 0 }),
      () => listLinked(host, project, { id: "", offset: 0 }),
    ]) {
      const turns = await turnsDuring(async () => t.is((await list()).objects.length, mine.length));
      t.true(turns >= 10, `${turns} turns`);
    }
  },
);

test.serial(
  "another account's transaction goes on beside a list that fills every turn of the event loop (rules/running 24; ADR-0101)",
  async (t) => {
    let [signed, costMs] = [0, 0.2];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    storage.signGet = async (id) => {
      signed += 1;
      begin();
      spin(costMs);
      return `https://files.test/${id}`;
    };
    const list = onBehalfOf("greedy", () => listObjects(host, ownerId, { offset: 0 }));
    await begun;
    await onBehalfOf("modest", () =>
      db.transact(async (tx) => {
        for (let statement = 0; statement < 10; statement += 1) {
          await tx.query("SELECT 1 AS one");
          spin(3);
        }
      }),
    );
    // A list waits for its next rows after 5000 of them. A server takes its own time for each statement.
    t.true(
      db.database.dialect !== "sqlite" || signed < 4000,
      `${signed} objects of the list were made meanwhile`,
    );
    costMs = 0;
    t.is((await list).objects.length, mine.length);
  },
);

test.serial(
  "a project's media come in their order, each once, over the edges of pieces (rules/edge 28)",
  async (t) => {
    const projectId = randomUUID();
    const links = mine.map(({ id }, at): ProjectLink => ({
      id: randomUUID(),
      projectId,
      storageId: id,
      addedByUserId: ownerId,
      createdAt: Math.floor(at / 2500),
    }));
    for (let at = 0; at < links.length; at += 500)
      await db.transact((tx) => tx.insert(ProjectLink, links.slice(at, at + 500)));
    const project = { id: projectId, ownerId, isDefault: false } as never;
    const newest = links
      .toSorted((one, other) => other.createdAt - one.createdAt || byId(one as never, other as never))
      .map(({ storageId }) => storageId);
    const all = await listLinked(host, project, { id: "", offset: 0 });
    t.true(ids(all.objects).join() === newest.join());
    const largest = mine
      .toSorted((one, other) => other.sizeBytes - one.sizeBytes || byId(one, other))
      .map(({ id }) => id);
    const bySize = await listLinked(host, project, { id: "", offset: 0, sort: "size" });
    t.true(ids(bySize.objects).join() === largest.join());
    t.deepEqual(
      Object.keys(bySize.objects[0] ?? {}).filter((name) => name.startsWith("link")),
      [],
    );
  },
);

test("a list without a limit is refused where it would be too long for memory, one with a limit never (rules/edge 28; ADR-0077)", (t) => {
  t.notThrows(() => requireWhole(50_000, { offset: 0 }));
  t.notThrows(() => requireWhole(200_000, { offset: 150_000 }));
  t.notThrows(() => requireWhole(200_000, { limit: 500, offset: 0 }));
  t.throws(() => requireWhole(50_001, { offset: 0 }), {
    message: /^limit: these are 50,001, .*limit and offset/,
  });
});
