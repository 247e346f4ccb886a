import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { schemasBefore } from "../../../services/content/types/type.repository.js";
import { largeFields } from "../../helpers/hostile/insert-types.js";
import { insertType } from "../../helpers/insert-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("of earlier schemas the newest ones are read, as many and as long as they may be together (rules/content 21)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const projectId = randomUUID();
  const schemaOf = (version: number) => ({ name: "part", title: `${version}`, fields: largeFields() });
  const typeId = await insertType(kiln.host, projectId, schemaOf(1));
  for (let version = 2; version <= 12; version += 1)
    await kiln.host.transact((tx) =>
      tx.insert(ContentTypeVersion, {
        id: randomUUID(),
        projectId,
        typeId,
        version,
        schema: schemaOf(version) as never,
        createdById: null,
        createdAt: Date.now(),
      }),
    );
  const before = async (version: number, most: { versions: number; bytes: number }) =>
    (await schemasBefore(kiln.host.read, typeId, version, most))
      .map(({ title }) => Number(title))
      .toSorted((a, b) => a - b);
  const MB = 2 ** 20;
  t.deepEqual(await before(12, { versions: 200, bytes: MB }), [8, 9, 10, 11], "four of 250 KB");
  t.deepEqual(await before(12, { versions: 2, bytes: MB }), [10, 11]);
  t.deepEqual(await before(3, { versions: 200, bytes: MB }), [1, 2]);
  t.deepEqual(await before(1, { versions: 200, bytes: MB }), []);
});
