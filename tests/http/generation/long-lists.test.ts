import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { listJobs } from "../../../services/generation/list-jobs.js";
import type { Kiln } from "../../../start.js";
import { copyId } from "../../helpers/insert-copies.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/** The longest prompt that a job may have, of characters of four bytes. */
const PROMPT = "🪁".repeat(100_000);
const JOBS = 90;

let kiln: Kiln;
let person: Person;
let accountId: string;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
  const params = { kind: "image", prompt: "a kite", aspectRatio: "1:1", numImages: 1 };
  const { body } = await person.api.post("/v1/generations", { model: "mock-image", params });
  await waitForJob(person.api, body.job.id);
  const job = await kiln.host.read.findOne(GenerationJob, { id: body.job.id });
  if (job === null) throw new Error("The job is gone.");
  ({ accountId } = job);
  for (let n = 1; n <= JOBS; n += 1)
    await kiln.host.transact((tx) =>
      tx.insert(GenerationJob, {
        ...job,
        id: copyId(n),
        params: { ...params, prompt: PROMPT },
        resultStorageIds: null,
        resultMetadata: null,
        createdAt: job.createdAt + n,
      }),
    );
});
test.after.always(() => kiln?.stop());

const newest = (count: number): string[] => Array.from({ length: count }, (_, at) => copyId(JOBS - at));

test("a page of jobs that is too large for one answer says to ask for fewer, and fewer are given (rules/generation 23)", async (t) => {
  const all = await person.api.get("/v1/generations?limit=200");
  t.is(all.status, 413);
  t.is(all.body.error.code, "payload_too_large");
  t.regex(all.body.error.message, /^These 91 jobs have more than 32 MB.*: ask for fewer with limit\.$/);
  const query = "{ generations(limit: 200) { total } }";
  const { body } = await person.api.post("/v1/graphql", { query });
  t.is(body.errors?.[0].extensions.code, "payload_too_large", JSON.stringify(body));
  const some = await person.api.get("/v1/generations?limit=20");
  t.is(some.status, 200);
  t.is(some.body.total, JOBS + 1);
  t.deepEqual(
    some.body.jobs.map(({ id }: { id: string }) => id),
    newest(20),
  );
  t.true(some.body.jobs.every(({ params }: { params: { prompt: string } }) => params.prompt === PROMPT));
  const last = await person.api.get(`/v1/generations?limit=2&offset=${JOBS - 1}`);
  t.deepEqual(
    last.body.jobs.map(({ params }: { params: { prompt: string } }) => params.prompt.length),
    [200_000, 6],
  );
});

test("long jobs of a list are read a few at a time (rules/generation 23)", async (t) => {
  const read: number[] = [];
  const { longRead } = kiln.host;
  const counting = Object.create(longRead, {
    query: {
      value: async (sql: string, parameters?: readonly unknown[]) => {
        const rows = await longRead.query<{ params?: unknown }>(sql, parameters);
        read.push(rows.filter(({ params }) => params !== undefined).length);
        return rows;
      },
    },
  }) as Reader;
  const context = { auth: { accountId } } as unknown as ActionContext;
  const { jobs } = await listJobs({ longRead: counting }, context, { limit: 21, offset: 0 });
  t.deepEqual(
    jobs.map(({ id }) => id),
    newest(21),
  );
  t.true(
    read.every((rows) => rows <= 2),
    read.join(),
  );
});
