import { randomUUID } from "node:crypto";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { beginUpload } from "../../helpers/begin-upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let site: Site;
test.before(async () => {
  // The lease outlives the test, so work that another process takes over was handed back.
  site = await openSite({ DRAIN_SECONDS: "4", TASK_LEASE_SECONDS: "600" });
});
test.after.always(() => site?.close());

/** Asks for two paths again and again on kept connections, until one is refused because the port is closed. */
function askAlways(url: string): { statuses: ReadonlySet<string>; over: Promise<unknown> } {
  const client = new Client(url);
  const statuses = new Set<string>();
  let isOver = false;
  const ask = async (_: unknown, at: number): Promise<void> => {
    const path = PATHS[at % 2] ?? "";
    while (!isOver) {
      try {
        statuses.add(`${path} ${(await client.get(path)).status}`);
      } catch {
        // The connection is refused because the port is closed.
        isOver = true;
      }
    }
  };
  return { statuses, over: Promise.all(Array.from({ length: 8 }, ask)) };
}
/** The second path is a direct route. */
const PATHS = ["/v1/plans", `/v1/content/${randomUUID()}/types`];

test.serial(
  "SIGTERM in the middle of jobs and of requests on kept connections hands the work back, answers each request or refuses it, and exits 0 (rules/running 14)",
  async (t) => {
    const first = await site.start();
    const person = await signUp(first.url);
    const prompts = [
      ...Array.from({ length: 6 }, (_, index) => `number ${index}`),
      ...Array.from({ length: 6 }, (_, index) => `[slow=2] ${index}`),
      ...Array.from({ length: 3 }, (_, index) => `[upstream=hang] ${index}`),
    ];
    const created = await Promise.all(
      prompts.map((prompt) => person.api.post("/v1/generations", mockRequest(prompt))),
    );
    const ids = created.map(({ body }) => body.job.id as string);
    // The hanging calls are under way, and a slow client is in the middle of its upload.
    for (const id of ids.slice(12)) await waitForJob(person.api, id, ["running"]);
    await beginUpload(person.api, 1_000_000);
    const { statuses, over } = askAlways(first.url);
    await waitUntil(() => statuses.size === 2);

    first.kill("SIGTERM");
    await waitUntil(() => first.hasEnded, { what: () => "It did not end in time.", timeoutMs: 15_000 });
    t.deepEqual(await first.ended, { code: 0, signal: null }, first.output);
    await over;
    t.deepEqual([...statuses].toSorted(), [`${PATHS[1]} 401`, `${PATHS[0]} 200`]);
    t.deepEqual(await site.query("SELECT id FROM tasks WHERE state = 'running'"), []);

    const second = await site.startHere();
    const api = new Client(second.url, { authorization: `Bearer ${person.key}` });
    for (const id of ids.slice(0, 12)) t.is((await waitForJob(api, id)).status, "succeeded");
    for (const id of ids.slice(12)) {
      t.is((await api.post(`/v1/generations/${id}/cancel`)).body.job.status, "canceled");
    }
    await waitUntil(async () => (await site.query("SELECT id FROM holds")).length === 0);
    t.is((await second.stop()).code, 0);
    t.is((await site.query("SELECT id FROM ledger_entries WHERE kind = 'generation'")).length, 12);
    t.deepEqual((await site.verifyLedger()).mismatches, []);
  },
);

test.serial(
  "after SIGTERM the port accepts for LAME_DUCK_SECONDS while /readyz is red, and each answer ends its connection (rules/running 14)",
  async (t) => {
    const kiln = await site.start({ LAME_DUCK_SECONDS: "2", DRAIN_SECONDS: "30" });
    const paths = [...PATHS, "/livez"];
    kiln.kill("SIGTERM");
    await waitUntil(async () => (await fetch(`${kiln.url}/readyz`)).status === 503);
    const answers = await Promise.all(paths.map((path) => fetch(`${kiln.url}${path}`)));
    t.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get("connection")]),
      [200, 401, 200].map((status) => [status, "close"]),
    );
    await Promise.all(answers.map((answer) => answer.text()));
    t.deepEqual(await kiln.ended, { code: 0, signal: null }, kiln.output);
    await t.throwsAsync(fetch(`${kiln.url}/livez`));
  },
);
