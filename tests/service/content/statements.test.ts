import test from "ava";
import { isInBackground } from "../../../runtime/concurrency/current-call.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

/**
 * Returns the statements about content that run while `work` does, in short form. Statements of other parts of the process, and
 * those of background work, are left out.
 */
async function statementsOf({ host }: Kiln, work: () => Promise<unknown>): Promise<string[]> {
  const { dataSource } = host.database;
  const { logger } = dataSource;
  const statements: string[] = [];
  const counting = Object.assign(Object.create(logger as object) as typeof logger, {
    logQuery(sql: string) {
      if (!isInBackground()) statements.push(sql);
    },
  });
  dataSource.logger = counting;
  try {
    await work();
  } finally {
    dataSource.logger = logger;
  }
  return statements.map(shortly).filter((name) => name !== null);
}

const ABOUT = /\b(audit_entries|content_\w+|projects|project_members|webhooks)\b/;

/**
 * Returns the short form of a statement, such as `insert content_documents`, or null for one that is not about content. Joins
 * count by their first table.
 */
function shortly(sql: string): string | null {
  const table = ABOUT.exec(sql)?.[1];
  return table === undefined ? null : `${sql.trim().split(/\s/)[0]?.toLowerCase()} ${table}`;
}

interface Connection {
  query(this: Connection, sql: unknown, ...rest: unknown[]): unknown;
}

/** Returns the packets of the transactions about documents that `work` commits, each as its texts in lower case. */
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

const CHANGE = ["insert content_heads", "insert content_changes"];

let kiln: Kiln;
let documents: Documents;

test.before(async () => {
  kiln = await startKiln();
  // Its statements about content would come between those of a request.
  kiln.host.tasks.forget("content.count");
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  documents = new Documents(ann, projectId);
});
test.after.always(() => kiln?.stop());

// Statements are most of the cost of a write (docs/benchmarks.md), also those that go to the database together.
test.serial(
  "create, publish and save take as many statements as they need and no more (ADR-0011)",
  async (t) => {
    let id = "";
    await documents.make({ title: "The first of a process" });
    const made = await statementsOf(kiln, async () => (id = await documents.make({ title: "One" })));
    t.deepEqual(made, [
      "select content_types",
      "select projects",
      "insert content_documents",
      "insert audit_entries",
      ...CHANGE,
    ]);
    const published = await statementsOf(kiln, () => documents.publish(id, 1));
    t.deepEqual(published, [
      "select content_documents",
      "select content_types",
      // who sees it, and whether a webhook or a workflow listens, in one statement
      "select projects",
      "update content_documents",
      "insert content_revisions",
      "insert audit_entries",
      ...CHANGE,
    ]);
    await documents.put(id, { title: "Two" });
    const saving = (...room: string[]) => [
      "select content_documents",
      "select content_documents",
      "select content_types",
      "select projects",
      "update content_draft_states",
      ...room,
      "update content_documents",
      ...CHANGE,
      "insert audit_entries",
    ];
    const saved = await statementsOf(kiln, () => documents.put(id, { title: "Six" }));
    t.deepEqual(saved, saving());
    // Only a save that stores more asks what the owner of the project stores (rules/content 61).
    const grown = await statementsOf(kiln, () => documents.put(id, { title: "Three" }));
    t.deepEqual(grown, saving("select projects"));
  },
);

// The head of a project's content is written once for writers who would wait for each other (ADR-0013).
test.serial(
  "documents that are made and published at once share reads and transactions (ADR-0013)",
  async (t) => {
    const all = Array.from({ length: 24 }, (_, at) => `At once ${at}`);
    let ids: string[] = [];
    const count = async (work: () => Promise<unknown>, statement: string) =>
      (await statementsOf(kiln, work)).filter((each) => each === statement).length;
    const made = async () => {
      ids = await Promise.all(all.map((title) => documents.make({ title })));
    };
    const published = () => Promise.all(ids.map((id) => documents.publish(id, 1)));
    for (const work of [made, published]) {
      const heads = await count(work, "insert content_heads");
      // The embedded database has ended one transaction before the next request comes.
      t.true(heads <= (kiln.host.database.dialect === "sqlite" ? 24 : 16), `${heads} transactions`);
    }
    const { body } = await documents.list("?type=article&q=at%20once&status=published");
    t.is(body.total, 24, JSON.stringify(body));
  },
);

// Each packet is a round trip to the database, and the head of the project's content is locked in the last one (ADR-0011).
test.serial(
  "create and publish are two packets each inside their transaction, the last with its COMMIT (ADR-0011)",
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
    t.regex(
      published[0] ?? "",
      /^start transaction;.*content_documents.*for update;.*content_types.*;.*webhooks.*/s,
    );
    t.regex(
      published[1] ?? "",
      /^update content_documents.*;.*content_revisions.*;.*content_heads.*;.*content_changes.*;commit$/s,
    );
    await documents.put(id, { title: "Two" });
    const [saved = []] = await packetsOf(kiln, () => documents.put(id, { title: "Three" }));
    // The access of the person who saves is read again with the type, without a round trip of its own.
    t.regex(saved[1] ?? "", /content_types.*lock in share mode;.*from projects p/s, saved.join("\n"));
  },
);

test.serial("a list of any length takes the same few statements, and none reads a revision", async (t) => {
  for (let index = 0; index < 30; index++) await documents.make({ title: `${index}` });
  const of = (query: string) => statementsOf(kiln, () => documents.list(query));
  t.deepEqual(await of("?type=article"), [
    "select projects",
    "select content_types",
    "select content_documents",
    "select content_documents",
    "select content_documents",
  ]);
  t.deepEqual(await of("?limit=2"), [
    "select projects",
    "select content_types",
    "select content_documents",
    "select content_documents",
    "select content_documents",
    "select content_types",
  ]);
});
