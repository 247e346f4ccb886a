import test, { type ExecutionContext } from "ava";
import type { Person } from "../../helpers/client.js";
import { until } from "../../helpers/until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";
import { type ServiceSource, writeService } from "../../helpers/write-service.js";

// Services of plugins do wrong in every way, all at once.

let hostile: HostileSite;
let operator: Person;
test.before(async () => {
  hostile = await HostileSite.open();
  operator = hostile.witness.person;
});
test.after.always(() => hostile?.close());

const attacks: Promise<void>[] = [];

/** Declares a test that runs beside the others, under the eyes of the witness in the last one. */
function attack(title: string, run: (t: ExecutionContext) => Promise<void>): void {
  test(title, (t) => {
    const running = run(t);
    attacks.push(running);
    return running;
  });
}

const write = (entry: string, source: ServiceSource = {}) =>
  writeService(hostile.site.pluginsDir, entry, source);
const ask = async (path: string, method = "GET") => {
  const answer = await fetch(`${hostile.kiln.url}/v1/p/${path}`, { method });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
};
const listed = async (name: string) =>
  (await operator.session.get("/v1/admin/plugins")).body.plugins.find(
    (each: { name: string }) => each.name === name,
  );

attack(
  "handlers that throw, lie, answer too much or in circles are 500, named, and take nobody along (rules/running 34)",
  async (t) => {
    await write("bad", {
      actions: [
        `action("throws", "GET", "/throws", async () => { throw new TypeError("a secret of the inside"); })`,
        `action("lies", "GET", "/lies", async () => ({ n: "one" }), { result: z.strictObject({ n: z.int() }) })`,
        `action("huge", "GET", "/huge", async () => ({ text: "x".repeat(5 * 1024 * 1024) }))`,
        `action("circle", "GET", "/circle", async () => { const own = {}; own.own = own; return own; })`,
        `action("refuses", "GET", "/refuses", async () => { throw new kit.ServiceError("rate_limited", "Slowly.", { details: { retryAfterSeconds: 7 } }); })`,
        `action("invents", "GET", "/invents", async () => { throw new kit.ServiceError("teapot", "I am one."); })`,
        `action("enters", "GET", "/enters", async () => ({ session: { secret: "stolen", maxAgeSeconds: 1 } }))`,
      ].join(),
    });
    await until(async () => (await ask("bad/say")).status === 200);
    for (const [path, named] of [
      ["throws", /bad\.throws failed: a secret of the inside/],
      ["lies", /bad\.lies failed: its result breaks its contract: n must be/],
      ["huge", /bad\.huge failed: it answered more than 4 MB/],
      ["circle", /bad\.circle failed: it answered more than 4 MB/],
      ["invents", /bad\.invents failed: I am one/],
    ] as const) {
      const { status, body } = await ask(`bad/${path}`);
      t.is(status, 500, path);
      t.notRegex(body.error.message, /secret|teapot|4 MB/);
      t.regex((await listed("bad")).error, named);
    }
    const refused = await ask("bad/refuses");
    t.like(refused, { status: 429, body: { error: { code: "rate_limited", message: "Slowly." } } });
    t.is(refused.headers.get("retry-after"), "7");
    t.is((await ask("bad/enters")).headers.get("set-cookie"), null, "no service opens a session");
    t.is((await ask("bad/say")).status, 200);
    t.is((await listed("bad")).status, "loaded");
  },
);

attack(
  "what hangs is given up, and one caller's hanging calls leave room for others (rules/running 34)",
  async (t) => {
    await write("slow", {
      before: "let aborted = 0;",
      actions: [
        `action("hang", "GET", "/hang", ({ signal }) => new Promise(() => signal.addEventListener("abort", () => (aborted += 1))))`,
        `action("seen", "GET", "/seen", async () => ({ aborted }), { contract: { audience: "account" } })`,
      ].join(),
    });
    await until(async () => (await ask("slow/say")).status === 200);
    const hanging = Array.from({ length: 33 }, () => ask("slow/hang"));
    const first = await Promise.race(hanging);
    t.is(first.status, 503, "one too many is refused at once");
    t.regex(first.body.error.message, /The service slow has too many calls in progress from this caller/);
    t.is((await operator.api.get("/v1/p/slow/seen")).status, 200, "an account has its own");
    t.is((await operator.api.get("/v1/models")).status, 200);
    const answers = await Promise.all(hanging);
    t.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
    t.regex(answers.at(0)?.body.error.message ?? "", /did not answer in time|too many calls/);
    t.is((await operator.api.get("/v1/p/slow/seen")).body.aborted, 32);
    t.regex((await listed("slow")).error, /slow\.hang did not answer within 1\d s\. 32 such faults/);
    await write("slow", { said: "2" });
    await until(async () => (await ask("slow/say")).body.said === "2");
  },
);

const TABLE = `kit.defineEntity({ table: "x_" + name + "_rows", columns: { id: "id", n: "int" } })`;
const MAKES = `{ name: "1", up: (schema) => schema.createTable("x_" + name + "_rows", { id: "id", n: "int" }) }`;

attack(
  "data are the service's own: no other table, no change of all rows, no transaction that lasts (rules/running 34)",
  async (t) => {
    await write("greedy", {
      before: `const Row = ${TABLE}; const Accounts = kit.defineEntity({ table: "accounts", columns: { id: "id" } });`,
      entities: "Row",
      migrations: MAKES,
      actions: [
        `action("peek", "GET", "/peek", async ({ data }) => ({ rows: await data.find(Accounts) }))`,
        `action("wipe", "POST", "/wipe", async ({ data }) => ({ n: await data.transact((tx) => tx.delete(Row, {})) }))`,
        `action("vague", "POST", "/vague", async ({ data }) => ({ n: await data.transact((tx) => tx.delete(Row, { id: undefined })) }))`,
        `action("wide", "POST", "/wide", async ({ data }) => ({ n: await data.transact((tx) => tx.delete(Row, { id: kit.where.In(undefined) })) }))`,
        `action("keep", "POST", "/keep", async ({ data }) => data.transact(async (tx) => { await tx.insert(Row, { id: "kept", n: 1 }); await new Promise(() => {}); }))`,
        `action("half", "POST", "/half", async ({ data }) => data.transact(async (tx) => { await tx.insert(Row, { id: "half", n: 1 }); throw new Error("half way"); }))`,
        `action("count", "GET", "/count", async ({ data }) => ({ n: await data.count(Row) }))`,
      ].join(),
    });
    await until(async () => (await ask("greedy/count")).status === 200);
    for (const [path, method, named] of [
      ["peek", "GET", /accounts is not among the entities/],
      ["wipe", "POST", /must name a column/],
      ["vague", "POST", /The value of id in a where of x_greedy_rows is undefined/],
      ["wide", "POST", /The value of id in a where/],
      ["half", "POST", /half way/],
    ] as const) {
      t.is((await ask(`greedy/${path}`, method)).status, 500, path);
      t.regex((await listed("greedy")).error, named);
    }
    const kept = ask("greedy/keep", "POST");
    t.is(
      (await kept).body.error.message,
      "A transaction of the service took longer than 3 s, and was rolled back.",
    );
    t.is((await ask("greedy/count")).body.n, 0);
    t.is((await operator.api.post("/v1/projects", { id: crypto.randomUUID(), name: "P" })).status, 200);
  },
);

attack("a service that would stand in another's place is refused and named (rules/running 34)", async (t) => {
  await write("content2", { name: "content" });
  await write("first", { name: "twin" });
  await until(async () => (await ask("twin/say")).status === 200);
  await write("second", { name: "twin", said: "2" });
  await until(async () => (await listed("second/"))?.status === "failed");
  t.regex((await listed("second/")).error, /The plugin in first is called twin already/);
  await until(async () => (await listed("content"))?.status === "failed");
  t.regex((await listed("content")).error, /one of Kiln's own services/);
  t.is((await ask("twin/say")).body.said, "1");
});

attack(
  "a migration that fails leaves the version before it at work; the next one goes on from there (rules/running 34)",
  async (t) => {
    await write("moving", { entities: TABLE, migrations: MAKES });
    await until(async () => (await ask("moving/say")).status === 200);
    const broken = `{ name: "2", up: async (schema) => { await schema.addColumn("x_moving_rows", "more", "text"); throw new Error("out of luck"); } }`;
    await write("moving", { said: "2", entities: TABLE, migrations: `${MAKES}, ${broken}` });
    await until(async () => (await listed("moving")).status === "failed");
    t.is((await listed("moving")).error, "Its migration 2 failed: out of luck Version 1 keeps serving.");
    t.is((await ask("moving/say")).body.said, "1");
    const mended = broken.replace(/throw [^;]*;/, "");
    await write("moving", { said: "3", entities: TABLE, migrations: `${MAKES}, ${mended}` });
    await until(async () => (await ask("moving/say")).body.said === "3");
    const rows = await hostile.site.query<{ id: string }>("SELECT id FROM x_moving_migrations ORDER BY id");
    t.deepEqual(
      rows.map(({ id }) => id),
      ["1", "2"],
    );
  },
);

// AVA begins the tests of a file in their order and at once, so that all attacks have begun here.
test("nobody else meets any of them, after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14 and 24)", async (t) => {
  const met = await hostile.witness.during(async () => void (await Promise.allSettled(attacks)));
  t.is(attacks.length, 5);
  assertUnhurt(t, met);
  await hostile.stop(t);
});
