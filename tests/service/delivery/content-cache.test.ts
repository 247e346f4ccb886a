import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { ContentType } from "../../../services/content/index.js";
import type { ContentModel } from "../../../services/delivery/serving/read-scope.js";
import { ContentCache } from "../../../services/delivery/serving/content-cache.js";
import type { IndexPage } from "../../../engines/document-index/index.js";
import type { Kiln } from "../../../start.js";
import { readHead, recordChanges } from "../../../services/changes/index.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "rank", title: "Rank", type: "number" },
];
/** Definitions of the field `rank`, each of which is read differently. */
const RANKS: FieldDefinition[] = [
  { name: "rank", title: "Rank", type: "number" },
  { name: "rank", title: "Rank", type: "number", integer: true },
  { name: "rank", title: "Rank", type: "string" },
  { name: "rank", title: "Rank", type: "string", localized: true },
  { name: "rank", title: "Rank", type: "text" },
  { name: "rank", title: "Rank", type: "boolean" },
  { name: "rank", title: "Rank", type: "datetime" },
  { name: "rank", title: "Rank", type: "text", localized: true },
];

const test = anyTest as TestFn<{ kiln: Kiln; cache: ContentCache; model: ContentModel; find: Find }>;
type Find = (type: ContentType, sort: string, revision?: number) => Promise<IndexPage>;

test.beforeEach(async (t) => {
  const kiln = await startKiln();
  const { projectId, documents } = await makeSite(kiln, FIELDS);
  for (let rank = 1; rank <= 12; rank++) await documents.makePublished({ title: `T${rank}`, rank });
  const cache = new ContentCache(kiln.host);
  const project = cache.projects.at(projectId, 1);
  const revision = 24;
  const model = await project.modelAt(revision);
  const find: Find = (type, sort, at = model.revision) =>
    cache.types.find(
      {
        project,
        ownerId: "anna",
        model: { ...model, revision: at },
        type,
        perspective: "published",
        revision,
      },
      {
        where: { kind: "every" },
        sort: [{ field: sort, isDescending: false }],
        limit: 20,
        offset: 0,
        chain: ["en"],
      },
    );
  t.context = { kiln, cache, model, find };
});
test.afterEach.always(async (t) => {
  await t.context.cache.close();
  await t.context.kiln.stop();
});

const typeOf = ({ types }: ContentModel): ContentType => {
  const type = types.get("article");
  if (type === undefined) throw new Error("There is no article.");
  return type;
};
const withRank = (type: ContentType, rank: FieldDefinition): ContentType => ({
  ...type,
  schema: { ...type.schema, fields: [type.schema.fields[0], rank] },
});

test("requests that saw a type in different shapes are all answered, whatever the others open", async (t) => {
  const { model, find } = t.context;
  const types = RANKS.map((rank) => withRank(typeOf(model), rank));
  for (let round = 0; round < 5; round++) {
    const asked = types.flatMap((type, at) => [find(type, "rank", at), find(type, "rank", at)]);
    for (const { total } of await Promise.all(asked)) t.is(total, 12);
  }
});

test("a model that is thousands of changes behind follows them, also when the process has let go of them", async (t) => {
  const { kiln, cache, model, find } = t.context;
  const type = typeOf(model);
  await find(type, "rank");
  const changes = Array.from({ length: 6000 }, () => ({ kind: "links", isPublished: true }) as const);
  await kiln.host.transact(async (tx) => recordChanges(tx, type.projectId, changes));
  const { revision } = await readHead(kiln.host.read, type.projectId);
  const project = cache.projects.at(type.projectId, revision);
  await project.log.since(revision - 1, revision);
  const query = kiln.host.read.query.bind(kiln.host.read);
  const statements: string[] = [];
  kiln.host.read.query = (sql, parameters) => {
    statements.push(sql);
    return query(sql, parameters);
  };
  const asked = { project, ownerId: "anna", model, type, perspective: "published", revision } as const;
  const { total } = await cache.types.find(asked, {
    where: { kind: "every" },
    sort: [{ field: "rank", isDescending: false }],
    limit: 20,
    offset: 0,
    chain: ["en"],
  });
  t.is(total, 12);
  t.deepEqual(
    statements.filter((sql) => sql.includes("FROM content_documents")),
    [],
  );
});
