import { randomUUID } from "node:crypto";
import test from "ava";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { OF_JOBS } from "../../helpers/open-cluster.js";
import { openSite } from "../../helpers/open-site.js";

const CALLERS = 40;
const COUNT =
  "SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";

test("DATABASE_POOL bounds the connections of a process to its server, and nobody fails who waits for one (rules/running 31)", async (t) => {
  const site = await openSite();
  t.teardown(() => site.close());
  const kiln = await site.start({ SERVICES: OF_JOBS, DATABASE_POOL: "2", SIGNUP_CREDITS: "100000" });
  const ann = await signUp(kiln.url);
  const observer = await createConnection(site.env.DATABASE_URL ?? "");
  t.teardown(() => observer.end());
  const done = new AbortController();
  const counted = (async () => {
    let most = 0;
    while (!done.signal.aborted) {
      const [rows] = await observer.query<RowDataPacket[]>(COUNT);
      most = Math.max(most, Number(rows[0]?.n));
    }
    return most;
  })();
  const calls = Array.from({ length: CALLERS }, async (_, at) => {
    const made = await ann.api.post("/v1/projects", { id: randomUUID(), name: `Project ${at}` });
    const listed = await ann.api.get("/v1/generations");
    const job = await ann.api.post("/v1/generations", mockRequest());
    return [made.status, listed.status, job.status];
  });
  const statuses = await Promise.all(calls);
  done.abort();
  t.deepEqual(
    statuses.flat().filter((status) => status !== 200),
    [],
  );
  t.is(await counted, 2);
});
