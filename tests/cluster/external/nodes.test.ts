import { randomBytes } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { described, HandNode } from "../../helpers/hand-node.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { startStockNode } from "../../helpers/stock-node.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** The nodes of third parties in these tests come, go, die, freeze, lie or speak another language (ADR-0064). */
const NATS_URL = process.env.KILN_TEST_NATS_URL ?? "";
const NAMESPACE = `test-${randomBytes(6).toString("hex")}`;
const EXTERNAL_SERVICES = "shortener.*,links.*,honest.*,liar.*,late.*";

let cluster: Cluster;
let gateway: KilnProcess;
let person: Person;
const closers: (() => Promise<void>)[] = [];

// The tests are serial because one of them keeps the gateway busy.
test.before(async () => {
  cluster = await openCluster({ NAMESPACE });
  closers.push(() => cluster.close());
  [gateway] = await Promise.all([cluster.gateway({ EXTERNAL_SERVICES }), cluster.areas()]);
  person = await signUp(cluster.url);
});
test.after.always(() => Promise.all(closers.map((close) => close())));

async function hand(
  t: ExecutionContext,
  id: string,
  ...services: Record<string, unknown>[]
): Promise<HandNode> {
  const node = await HandNode.start(NATS_URL, NAMESPACE, id, services);
  t.teardown(() => node.close());
  return node;
}

const statusOf = async (path: string): Promise<number> => (await person.api.get(`/v1/x/${path}`)).status;
const served = (path: string, status = 200) =>
  waitUntil(async () => (await statusOf(path)) === status, {
    what: () => `${path} is not ${status}:\n${gateway.output}`,
  });

test.serial(
  "a stock node is served when it comes, 503 while it is frozen, and gone when it is killed (rules/running 32)",
  async (t) => {
    t.is(await statusOf("shortener/links/1"), 404);
    const node = await startStockNode(NATS_URL, NAMESPACE, "comes-and-goes");
    t.teardown(() => node.end());
    await served("shortener/links/1");
    node.kill("SIGSTOP");
    const frozen = await person.api.get("/v1/x/shortener/links/1");
    t.is(frozen.status, 503);
    t.is(frozen.body.error.message, "shortener did not answer; the outcome is unknown.");
    node.kill("SIGCONT");
    await served("shortener/links/1");
    await node.end();
    await served("shortener/links/1", 404);
    const back = await startStockNode(NATS_URL, NAMESPACE, "comes-and-goes");
    t.teardown(() => back.end());
    await served("shortener/links/1");
  },
);

test.serial(
  "a node of another language is called by the protocol alone; what it offers changes and goes while it runs (rules/running 32)",
  async (t) => {
    const node = await hand(t, "by-hand", described("links", { get: { rest: "GET /:id" } }));
    await served("links/1");
    t.deepEqual((await person.api.get("/v1/x/links/1")).body, { by: "hand" });
    const asked = node.heard.findLast(({ command }) => command === "REQ")?.packet;
    t.is(asked?.action, "links.get");
    t.deepEqual(asked?.params, { id: "1" });
    t.like(asked?.meta, { user: { id: person.id } });
    node.offer([described("links", { get: { rest: ["GET /two/:id", "PUT /two/:id"] } })]);
    await served("links/1", 404);
    await served("links/two/1");
    node.offer([]);
    await served("links/two/1", 404);
  },
);

test.serial(
  "a node is asked what it offers, before it says so by itself: one that comes, and one that changes (rules/running 32)",
  async (t) => {
    const node = await HandNode.start(
      NATS_URL,
      NAMESPACE,
      "says-nothing",
      [described("links", { get: { rest: "GET /asked" } })],
      { isQuiet: true },
    );
    t.teardown(() => node.close());
    node.send("DISCOVER", {});
    await waitUntil(async () => node.count("DISCOVER") > 1, { what: () => "It is not asked." });
    t.is(await statusOf("links/asked"), 404);
    node.isQuiet = false;
    await served("links/asked");
    node.change([described("links", { get: { rest: "GET /changed" } })]);
    await served("links/changed");
    t.is(await statusOf("links/asked"), 404);
    await node.close();
    await served("links/changed", 404);
  },
);

test.serial(
  "a node that says much is asked too; two that say more together than is asked for at once take turns, and the other is asked for a sign of life (rules/running 32)",
  async (t) => {
    const long = (name: string, path: string) => {
      const at = Array.from({ length: 80 }, (_, number) => number);
      const routes = at.map((number) => [
        `a${number}`,
        { rest: `GET /${path}/${number}`, params: "x".repeat(9000) },
      ]);
      return described(name, Object.fromEntries(routes) as Record<string, Record<string, unknown>>);
    };
    const node = await hand(t, "says-much", long("links", "much"));
    await served("links/much/79");
    // The node does not announce the change by itself.
    node.change([long("links", "more")]);
    await served("links/more/79");
    await served("links/much/79", 404);
    const other = await hand(t, "says-much-too", long("late", "much"));
    await served("late/much/79");
    const both = (command: string) => node.count(command) + other.count(command);
    const [asked, pinged] = [both("DISCOVER"), both("PING")];
    await waitUntil(async () => both("PING") > pinged + 5, { what: () => "They are not pinged." });
    t.true(both("DISCOVER") - asked <= both("PING") - pinged + 1);
    node.change([long("links", "turn")]);
    other.change([long("late", "turn")]);
    await Promise.all([served("links/turn/79"), served("late/turn/79")]);
    await Promise.all([node.close(), other.close()]);
    await Promise.all([served("links/turn/79", 404), served("late/turn/79", 404)]);
  },
);

test.serial(
  "a read of a node that dies is answered by its twin; what may have been done is not done twice (rules/running 32)",
  async (t) => {
    const routes = { get: { rest: "GET /twins" }, add: { rest: "POST /twins" } };
    const [dying, twin] = [
      await hand(t, "dying", described("links", routes)),
      await hand(t, "twin", described("links", routes)),
    ];
    const asked = ({ heard }: HandNode) => heard.filter(({ command }) => command === "REQ").length;
    const bothServe = async () =>
      (await statusOf("links/twins")) === 200 && asked(dying) > 0 && asked(twin) > 0;
    await waitUntil(bothServe, { what: () => `Not both are asked:\n${gateway.output}` });
    const before = asked(dying);
    dying.answer = () => {
      void dying.close();
      return { silent: true };
    };
    while (asked(dying) === before) t.is(await statusOf("links/twins"), 200, gateway.output);
    const second = await hand(t, "dying-too", described("links", routes));
    second.answer = () => {
      void second.close();
      return { silent: true };
    };
    const api = person.api;
    let lost: { status: number; body: { error: { message: string } } } | null = null;
    await waitUntil(async () => {
      const had = asked(second);
      const answer = await api.post("/v1/x/links/twins", {});
      if (asked(second) > had) lost = answer as never;
      return lost !== null;
    });
    t.like(lost, {
      status: 503,
      body: { error: { message: "links did not answer; the outcome is unknown." } },
    });
    t.is(asked(second), 1);
    t.is(await statusOf("links/twins"), 200);
  },
);

test.serial(
  "a node that shouts keeps nobody from being served, and nothing that it says ends the gateway (rules/running 32)",
  async (t) => {
    const shouting = await hand(t, "shouting");
    const names = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`a${at}`, { rest: `GET /${at}` }]),
    );
    const odd = [
      null,
      7,
      { name: 7 },
      { name: "liar", actions: 5 },
      { name: "liar", fullName: "liar", actions: { a: null } },
    ];
    shouting.offer(odd as never);
    for (const rest of [
      "GET /(",
      "GET /:",
      "GET /{a",
      "/../../models",
      "TRACE /a",
      { path: {} },
      5,
      [[]],
      "GET /a b",
    ])
      shouting.offer([described("late", { get: { rest } })]);
    let seq = 1000;
    const flood = setInterval(
      () => shouting.info({ seq: (seq += 1), services: [described("late", names)] }),
      5,
    );
    t.teardown(() => clearInterval(flood));
    shouting.raw("INFO", `{"ver":"5","sender":"huge","services":"${"x".repeat(2 * 1024 * 1024)}"}`);
    shouting.raw("INFO", "{");
    shouting.send("INFO", { sender: { a: 1 } });
    shouting.send("INFO", { services: { length: 1e9 } });
    shouting.send("HEARTBEAT", { sender: "nobody", cpu: "a" });
    // A process that answered would publish a second message, to a subject of the sender's choice.
    const sender = `x 2\r\n{}\r\nPUB MOL-${NAMESPACE}.EVENT.shouting`;
    for (const command of ["DISCOVER", "PING", "INFO", "HEARTBEAT"])
      shouting.send(command, { sender, id: "a", time: 1, seq: 1, services: [] });
    await hand(t, "quiet", described("links", { get: { rest: "GET /quiet" } }));
    await served("links/quiet");
    await served("late/7");
    t.is(await statusOf("late/299"), 404);
    t.is((await person.api.get("/v1/account")).status, 200);
    t.false(gateway.hasEnded);
    t.is(shouting.count("EVENT"), 0);
  },
);

test.serial(
  "a process without EXTERNAL_SERVICES serves nothing of others, and a node of a deployment of Kiln offers nothing to one that has it (rules/running 32)",
  async (t) => {
    const other = await cluster.gateway({ PORT: "0" });
    const node = await hand(t, "for-nobody", described("honest", { two: { rest: "GET /two" } }));
    await served("honest/two");
    t.is((await person.api.at(other.url).get("/v1/x/honest/two")).status, 404);
    node.info({ seq: 50, metadata: { kilnProof: "of another deployment" } });
    await served("honest/two", 404);
  },
);
