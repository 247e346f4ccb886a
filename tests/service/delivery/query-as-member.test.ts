import { randomUUID } from "node:crypto";
import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { ServiceError } from "../../../contracts/errors.js";
import { queryDocuments } from "../../../contracts/delivery.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { insertObject } from "../../helpers/insert-object.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  { name: "hero", title: "Hero", type: "media" },
];
const LARGE = 400 * 1024;

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const caller = ({ id, email }: Person): Auth => ({
  accountId: id,
  email,
  scopes: null,
  kind: "session",
  credentialId: randomUUID(),
  isOperator: false,
  isSuspended: false,
  isEmailVerified: true,
  features: { generation: true, transcription: true },
});

const query = (projectId: string, asked: { limit: number; select?: string }) =>
  kiln.host.call(
    queryDocuments,
    { projectId, type: "article", perspective: "drafts", ...asked },
    systemMeta("test", caller(ann)),
  );

/** Counts the characters that are parsed as JSON while `work` runs. */
async function parsedDuring(work: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  let most = 0;
  JSON.parse = (text: string, ...rest: []) => {
    most = Math.max(most, text.length);
    return parse(text, ...rest) as unknown;
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return most;
}

test("a node's query of documents over 1 MB is refused before they are put together (rules/workflows 44)", async (t) => {
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  const documents = new Documents(ann, projectId);
  for (const title of ["one", "two", "three", "four"])
    await documents.make({ title, body: "x".repeat(LARGE) });
  // The second time all texts are cached.
  for (const time of ["first", "second"]) {
    const most = await parsedDuring(async () => {
      // Documents that should not have been given are not printed: they have megabytes.
      const error = await query(projectId, { limit: 4 }).then(
        () => null,
        (refusal: ServiceError) => refusal,
      );
      t.is(error?.code, "invalid_params", time);
      t.regex(
        error?.message ?? "",
        /^The answer is over 1 MB: ask for fewer documents with limit, or for fewer/,
      );
    });
    t.true(most < 2 * LARGE, `${most} characters are parsed at once`);
    t.is((await query(projectId, { limit: 2 })).documents.length, 2);
  }
  const { documents: short, total } = await query(projectId, { limit: 4, select: "title" });
  t.deepEqual(short.map(({ title }) => title).toSorted(), ["four", "one", "three", "two"]);
  t.is(total, 4);
});

test("a node's query gives the ids of media, and signs no addresses", async (t) => {
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  const storageId = await insertObject(kiln, ann.id);
  const linked = await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [storageId] });
  t.is(linked.status, 200);
  await new Documents(ann, projectId).make({ title: "one", hero: { storageId } });
  const [document] = (await query(projectId, { limit: 1 })).documents;
  t.deepEqual(document?.hero, { storageId });
});
