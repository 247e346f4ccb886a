import { randomUUID } from "node:crypto";
import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { recordChanges } from "../../../services/changes/index.js";
import { ProjectContents } from "../../../services/delivery/serving/read-context.js";
import { Schemas } from "../../../services/delivery/graphql/schemas.js";
import { largeFields } from "../../helpers/hostile/insert-types.js";
import { insertType } from "../../helpers/insert-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** Number of schemas of 250 KB, as many as a project may have. */
const TYPES = 32;

test("models of projects are retained by the bytes of their schemas, the ones read last (rules/delivery 44)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const [oldest, newest] = [randomUUID(), randomUUID()];
  const projects = [oldest, randomUUID(), randomUUID(), randomUUID(), newest];
  for (const projectId of projects)
    for (let at = 0; at < TYPES; at += 1)
      await insertType(kiln.host, projectId, { name: `part${at}`, title: "A part", fields: largeFields() });
  const loaded: string[] = [];
  const { read } = kiln.host;
  const counting: typeof read = Object.create(read);
  counting.findOne = async (entity, where) => {
    loaded.push(String((where as { id?: string }).id));
    return read.findOne(entity, where);
  };
  const contents = new ProjectContents({ read: counting });
  const modelOf = (projectId: string, revision = 0) => contents.at(projectId, revision).modelAt(revision);
  for (const projectId of projects) t.is((await modelOf(projectId)).types.size, TYPES);
  t.deepEqual(loaded, projects);
  await modelOf(newest);
  t.deepEqual(loaded, projects, "the newest one is at hand");
  await kiln.host.transact(async (tx) =>
    recordChanges(tx, oldest, [
      { kind: "document", isPublished: true, typeId: randomUUID(), documentId: randomUUID() },
    ]),
  );
  const { revision } = await modelOf(oldest, 1);
  t.deepEqual(loaded, [...projects, oldest], "40 MB are more than are retained");
  t.is(revision, 0, "it is the same model, and what was cached of the project stays good");
});

test("logs of projects are retained by the number of their changes, the ones that read last (rules/delivery 44)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const contents = new ProjectContents(kiln.host, { changes: 10 });
  const [oldest, middle, newest] = [randomUUID(), randomUUID(), randomUUID()];
  const change = (projectId: string, count: number) =>
    kiln.host.transact(async (tx) =>
      recordChanges(
        tx,
        projectId,
        Array.from({ length: count }, () => ({
          kind: "document" as const,
          isPublished: true,
          typeId: randomUUID(),
          documentId: randomUUID(),
        })),
      ),
    );
  const sizes = () => [oldest, middle, newest].map((id) => contents.at(id, 1).log.size);
  const read = async (projectId: string, count: number) => {
    const project = contents.at(projectId, 1);
    const { log } = project;
    await change(projectId, count);
    const changes = await log.since(log.revision, log.revision + count);
    t.is(changes?.length, count);
    t.is(contents.at(projectId, 1), project, "it is the same project");
  };
  for (const id of [oldest, middle, newest]) await change(id, 1);
  await read(oldest, 4);
  await read(middle, 4);
  t.deepEqual(sizes(), [4, 4, 0]);
  await read(newest, 4);
  t.deepEqual(sizes(), [0, 4, 4]);
  await read(oldest, 2);
  t.deepEqual(sizes(), [2, 4, 4]);
  await read(newest, 6);
  t.deepEqual(sizes(), [0, 0, 10]);
  const { log } = contents.at(middle, 1);
  t.is((await log.since(1, log.revision))?.length, 4, "what went is read again");
});

const fieldsOf = (count: number): FieldDefinition[] =>
  Array.from({ length: count }, (_, at) => ({ name: `f${at}`, title: "A field", type: "string" }));

test("GraphQL schemas are cached by their fields, however few types they have (rules/delivery 44)", async (t) => {
  const modelOf = (fields: number) => {
    const schema = { name: "article", title: "Article", fields: fieldsOf(fields) };
    const type = { id: randomUUID(), name: "article", schema };
    return {
      revision: 1,
      types: new Map([["article", type]]),
      typesById: new Map([[type.id, type]]),
      locales: { defaultLocale: "en", locales: [{ code: "en" }] },
      bytes: 0,
    } as unknown as Parameters<Schemas["of"]>[0];
  };
  const { breadth } = await new Schemas().of(modelOf(300));
  const schemas = new Schemas(1.5 * breadth.types * breadth.perType);
  const [small, large, other] = [modelOf(5), modelOf(300), modelOf(300)];
  await schemas.of(large);
  await schemas.of(small);
  t.truthy(schemas.ready(large), "both have room");
  await schemas.of(other);
  t.truthy(schemas.ready(other));
  t.is(schemas.ready(large), undefined);
});
