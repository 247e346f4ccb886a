import test from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

interface Connection {
  query(this: Connection, sql: unknown, ...rest: unknown[]): unknown;
}

/** The packets of the transactions about documents that `work` commits, each as its texts in lower case. */
async function packetsOf({ host }: Kiln, work: () => Promise<unknown>): Promise<string[][]> {
  const runner = host.database.dataSource.createQueryRunner();
  let owner = (await runner.connect()) as Connection;
  await runner.release();
  while (!Object.hasOwn(owner, "query")) owner = Object.getPrototypeOf(owner) as Connection;
  const { query } = owner;
  const open = new Map<Connection, string[]>();
  const committed: string[][] = [];
  owner.query = function (sql, ...rest) {
    const text = String(sql).toLowerCase();
    if (text.startsWith("start transaction")) open.set(this, []);
    open.get(this)?.push(text);
    if (/(^|;)commit$/.test(text)) {
      committed.push(open.get(this) ?? []);
      open.delete(this);
    }
    return query.call(this, sql, ...rest);
  };
  try {
    await work();
  } finally {
    owner.query = query;
  }
  return committed.filter((packets) => /(insert into|update) `?content_documents/.test(packets.join()));
}

let kiln: Kiln;
let documents: Documents;

test.before(async () => {
  kiln = await startKiln();
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  documents = new Documents(ann, projectId);
});
test.after.always(() => kiln?.stop());

// Each is a way to the database and back, while the head of the project's content is locked in the last (decision 11).
test.serial(
  "create and publish are two packets each inside their transaction, the last with its COMMIT",
  async (t) => {
    if (kiln.host.database.dialect === "sqlite") return t.pass("there are no packets");
    let id = "";
    const [created = [], ...others] = await packetsOf(
      kiln,
      async () => (id = await documents.make({ title: "One" })),
    );
    t.deepEqual(others, []);
    t.is(created.length, 2, created.join("\n"));
    t.regex(created[0] ?? "", /content_types/);
    t.regex(created[1] ?? "", /content_documents.*;.*content_heads.*;.*content_changes.*;commit$/s);
    const [published = [], ...rest] = await packetsOf(kiln, () => documents.publish(id, 1));
    t.deepEqual(rest, []);
    t.is(published.length, 2, published.join("\n"));
    t.regex(published[0] ?? "", /^start transaction;update content_documents.*;.*webhooks/s);
    t.regex(published[1] ?? "", /content_revisions.*;.*content_heads.*;.*content_changes.*;commit$/s);
  },
);
