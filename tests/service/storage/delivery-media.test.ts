import { randomUUID } from "node:crypto";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { mediaIn, mediaSigner } from "../../../services/storage/index.js";
import type { Kiln } from "../../../start.js";
import { insertObject } from "../../helpers/insert-object.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const object = (ownerId: string, change: Partial<StorageObject> = {}): Promise<string> =>
  insertObject(kiln, ownerId, { filename: "a b.png", ...change });
const link = (projectId: string, storageId: string) =>
  kiln.host.transact((tx) =>
    tx.run(
      "INSERT INTO project_links (id, projectId, storageId, addedByUserId, createdAt) VALUES (?, ?, ?, 'x', 1)",
      [randomUUID(), projectId, storageId],
    ),
  );

test("only media that was granted to the project counts as linked; staged and deleted ones are unknown (rules/delivery 13)", async (t) => {
  const project = { id: randomUUID(), ownerId: randomUUID(), isDefault: false };
  const [linked, elsewhere, owners, staged] = [
    await object(randomUUID()),
    await object(randomUUID()),
    await object(project.ownerId),
    await object(randomUUID(), { state: "staged" }),
  ];
  await link(project.id, linked);
  await link(randomUUID(), elsewhere);
  await link(project.id, staged);
  const found = await mediaIn(kiln.host.read, project, [
    linked,
    elsewhere,
    owners,
    staged,
    randomUUID(),
    linked,
  ]);
  t.deepEqual(Object.fromEntries([...found].map(([id, { isLinked }]) => [id, isLinked])), {
    [linked]: true,
    [elsewhere]: false,
    [owners]: false,
  });
  t.deepEqual(found.get(linked), {
    id: linked,
    contentType: "image/png",
    filename: "a b.png",
    isLinked: true,
  });
});

test("in a default project the owner's own media counts as linked, nobody else's (rules/delivery 13)", async (t) => {
  const project = { id: randomUUID(), ownerId: randomUUID(), isDefault: true };
  const [own, foreign] = [await object(project.ownerId), await object(randomUUID())];
  const found = await mediaIn(kiln.host.read, project, [own, foreign]);
  t.deepEqual([found.get(own)?.isLinked, found.get(foreign)?.isLinked], [true, false]);
});

test("thousands of ids are found in steps", async (t) => {
  const project = { id: randomUUID(), ownerId: randomUUID(), isDefault: true };
  const own = [await object(project.ownerId), await object(project.ownerId)];
  const ids = [own[0] ?? "", ...Array.from({ length: 2500 }, () => randomUUID()), own[1] ?? ""];
  t.deepEqual([...(await mediaIn(kiln.host.read, project, ids)).keys()].sort(), own.toSorted());
  t.is((await mediaIn(kiln.host.read, project, [])).size, 0);
});

test("within a window of 10 minutes the URL and the window's number are the same, then both change (rules/delivery 7; rules/storage 17)", async (t) => {
  const media = { id: randomUUID(), contentType: "image/png", filename: "a.png" };
  const start = 1_800_000_000_000;
  const at = async (now: number) => {
    const signer = mediaSigner(kiln.host.storage, { now });
    return [signer.window, await signer.sign(media)];
  };
  t.deepEqual(await at(start), await at(start + 599_999));
  const [window, url] = await at(start);
  const [nextWindow, nextUrl] = await at(start + 600_000);
  t.not(window, nextWindow);
  t.not(url, nextUrl);
});
