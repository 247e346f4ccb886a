import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { z } from "zod";
import { contract } from "../../../contracts/contract.js";
import type { ServiceError } from "../../../contracts/errors.js";
import { Task } from "../../../entities/task.js";
import { action, type ActionDeps } from "../../../runtime/actions/action.js";
import type { Area } from "../../../runtime/actions/area.js";
import { AreaHost, type AreaCode } from "../../../runtime/actions/area-host.js";
import { makeCall } from "../../../runtime/actions/call.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Database } from "../../../runtime/database/database.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { EdgeParts } from "../../../runtime/http/edge-parts.js";
import type { Host } from "../../../runtime/process/host.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { TaskQueue } from "../../../engines/durable-queue/index.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { until } from "../../helpers/until.js";

const said = z.object({ said: z.string() });
const tell = contract({
  name: "shop.tell",
  description: "x",
  params: z.object({}),
  result: said,
  audience: "internal",
});
const sell = contract({
  name: "shop.sell",
  description: "x",
  params: z.object({}),
  result: said,
  audience: "internal",
  rest: { method: "POST", path: "/v1/sell", edge: true },
});

let database: Database;
let broker: ServiceBroker;
let host: Host;
let deps: ActionDeps;
test.beforeEach(async () => {
  database = await openTestDatabase();
  broker = new ServiceBroker({ logger: false });
  await broker.start();
  const log = pino({ level: "silent" });
  const signals = new Signals(broker);
  const tasks = new TaskQueue({ database, signals, log, leaseMs: 60_000, isAlone: false });
  const call = makeCall(broker);
  host = { database, log, tasks, signals, call } as unknown as Host;
  deps = { call, read: reader(database), signals, requireEmailVerification: false, checkResults: true };
});
test.afterEach.always(async () => {
  await host.tasks.drain(500);
  await broker.stop();
  await database.close();
});

const events: string[] = [];
const since = (from: number) => events.slice(from);

/** Makes a version of the area. Everything that it does says which version did it. */
const version = (name: string, more: Partial<Area> = {}, routes = ["/shop"]): AreaCode => ({
  make: () => ({
    name: "shop",
    actions: [action(tell, { run: async () => ({ said: name }) })],
    started: async () => void events.push(`${name} started`),
    stopped: async () => void events.push(`${name} stopped`),
    ...more,
  }),
  makeEdgePart: () => ({
    actions: [action(sell, { run: async () => ({ said: name }) })],
    routes: routes.map((path) => ({
      methods: ["GET"],
      path,
      handle: async () => void events.push(`${name} serves`),
    })),
  }),
});

/** Opens a process that has the area's part of the edge, and hosts the area unless told otherwise. */
async function open(
  first: AreaCode,
  next: () => AreaCode,
  isHosted = true,
): Promise<{ areas: AreaHost; parts: EdgeParts }> {
  const { makeEdgePart } = first;
  const parts = new EdgeParts(makeEdgePart ? { shop: makeEdgePart } : {}, host, deps, [sell]);
  const sources = { shop: { readMake: async () => first.make, reload: async () => next() } };
  const areas = new AreaHost({ host, broker, deps, contracts: [tell, sell], sources, parts });
  if (isHosted) {
    await areas.load("shop");
    areas.begin("shop");
  }
  await host.tasks.start();
  return { areas, parts };
}

const tellNow = async () => (await host.call(tell, {}, systemMeta("t"))).said;
const sellNow = async ({ call }: EdgeParts) =>
  (await call(sell, {}, systemMeta("s"), new AbortController().signal)).said;
const request = { method: "GET" } as EdgeRequest;

test.serial(
  "a reload takes actions, the edge's actions and the edge's raw routes to the new code (rules/operations 3)",
  async (t) => {
    const { areas, parts } = await open(version("one"), () => version("two"));
    // A running server mounted its routes before.
    const [route] = parts.routes;
    const from = events.length;
    await route?.handle(request);
    t.deepEqual([await tellNow(), await sellNow(parts)], ["one", "one"]);
    await areas.change("shop", "reload");
    await route?.handle(request);
    t.deepEqual([await tellNow(), await sellNow(parts)], ["two", "two"]);
    t.deepEqual(since(from), ["one serves", "one stopped", "two started", "two serves"]);
    await areas.change("shop", "unload");
    t.is(await sellNow(parts), "two", "a gateway does its part also where the area is not hosted");
    await areas.change("shop", "load");
    t.is(await tellNow(), "two", "loaded again it goes on with the newest code");
  },
);

test.serial("a gateway that does not host the area renews its part alone (rules/operations 3)", async (t) => {
  const { areas, parts } = await open(version("one"), () => version("two"), false);
  const from = events.length;
  await areas.change("shop", "reload");
  t.is(await sellNow(parts), "two");
  t.deepEqual(since(from), []);
  t.deepEqual([areas.names, areas.edges], [[], ["shop"]]);
});

test.serial(
  "code that lost a route of the edge, or cannot begin, leaves the old one at work (rules/operations 3)",
  async (t) => {
    let next = version("two", {}, []);
    const { areas, parts } = await open(version("one"), () => next);
    await t.throwsAsync(areas.change("shop", "reload"), { message: /Nobody would answer \/shop/ });
    t.deepEqual([await tellNow(), await sellNow(parts)], ["one", "one"]);
    const from = events.length;
    next = version("three", { started: () => Promise.reject(new Error("three cannot begin")) });
    await t.throwsAsync(areas.change("shop", "reload"), { message: "three cannot begin" });
    t.deepEqual([await tellNow(), await sellNow(parts)], ["one", "one"]);
    t.deepEqual(since(from), ["one stopped", "three stopped", "one started"]);
  },
);

test.serial(
  "work in hand ends before the old version stops, and none is claimed until the new one is there (rules/operations 3)",
  async (t) => {
    let finish = (): void => {};
    const work = (name: string) => ({
      queue: "shop.work",
      concurrency: 1,
      maxAttempts: 1,
      run: async ({ subject }: { subject: string }) => {
        events.push(`${name} begins ${subject}`);
        if (subject === "a") await new Promise<void>((resolve) => (finish = resolve));
        events.push(`${name} ends ${subject}`);
      },
    });
    const put = (subject: string) =>
      transaction(database, (tx) => host.tasks.enqueue(tx, { queue: "shop.work", subject, payer: "p" }));
    const { areas } = await open(version("one", { tasks: [work("one")] }), () =>
      version("two", { tasks: [work("two")] }),
    );
    const from = events.length;
    await put("a");
    await until(async () => since(from).includes("one begins a"));
    const reloaded = areas.change("shop", "reload");
    await until(async () => !host.tasks.queues.includes("shop.work"));
    await put("b");
    finish();
    await reloaded;
    await until(async () => (await reader(database).count(Task, {})) === 0);
    t.deepEqual(since(from), [
      "one begins a",
      "one ends a",
      "one stopped",
      "two started",
      "two begins b",
      "two ends b",
    ]);
  },
);

test.serial("an area that throws when it stops keeps none of the others from stopping", async (t) => {
  const from = events.length;
  const named = (name: string, more: Partial<Area> = {}): AreaCode => ({
    make: () => ({ name, actions: [], stopped: async () => void events.push(`${name} stopped`), ...more }),
  });
  const codes: Record<string, AreaCode> = {
    first: named("first"),
    broken: named("broken", { stopped: () => Promise.reject(new Error("stuck")) }),
    last: named("last"),
    late: named("late", { started: () => Promise.reject(new Error("cannot begin")) }),
  };
  const sources = Object.fromEntries(
    Object.entries(codes).map(([name, code]) => [
      name,
      { readMake: async () => code.make, reload: async () => code },
    ]),
  );
  const parts = new EdgeParts({}, host, deps, []);
  const areas = new AreaHost({ host, broker, deps, contracts: [], sources, parts });
  for (const name of ["first", "broken", "last"]) await areas.load(name);
  await t.throwsAsync(areas.load("late"), { message: "The area late could not start: cannot begin" });
  await areas.stop();
  t.deepEqual(since(from), ["late stopped", "last stopped", "first stopped"]);
});

test.serial("an area that cannot start names itself once, whatever it throws", async (t) => {
  const failing = (thrown: unknown, inMake = false): AreaCode => ({
    make: () => {
      const fail = () => {
        throw thrown;
      };
      if (inMake) fail();
      return { name: "shop", actions: [action(tell, { run: async () => ({ said: "" }) })], started: fail };
    },
  });
  for (const [thrown, says] of [
    [new Error("no room"), "no room"],
    [{ reason: "no room" }, "{ reason: 'no room' }"],
  ] as const)
    for (const inMake of [false, true]) {
      const error = await t.throwsAsync(open(failing(thrown, inMake), () => version("two")));
      t.is(error.message, `The area shop could not start: ${says}`);
      t.is(error.cause, thrown);
      await host.tasks.drain(500);
    }
});

test.serial(
  "a raw route of an area is answered by the version that is hosted, and as elsewhere where none is",
  async (t) => {
    const served = (name: string, methods: readonly string[]) =>
      version(name, {
        edge: methods.map((method) => ({
          methods: [method],
          path: "/raw",
          handle: async () => void events.push(`${name} answers ${method}`),
        })),
      });
    const sources = {
      shop: {
        readMake: async () => served("one", ["GET", "HEAD"]).make,
        reload: async () => served("two", ["GET"]),
        edge: [{ methods: ["GET", "HEAD"], path: "/raw" }],
      },
    };
    const parts = new EdgeParts({}, host, deps, []);
    const areas = new AreaHost({ host, broker, deps, contracts: [tell, sell], sources, parts });
    const [route] = areas.edgeRoutes();
    const ask = async (method: string) => {
      const from = events.length;
      await route
        ?.handle({ method } as EdgeRequest)
        .catch((error: unknown) => void events.push((error as ServiceError).code));
      return since(from);
    };
    t.deepEqual(await ask("GET"), ["unavailable"], "it is not loaded yet");
    await areas.load("shop");
    t.deepEqual([await ask("GET"), await ask("HEAD")], [["one answers GET"], ["one answers HEAD"]]);
    await areas.change("shop", "reload");
    t.deepEqual([await ask("GET"), await ask("HEAD")], [["two answers GET"], ["unavailable"]]);
    await areas.change("shop", "unload");
    t.deepEqual(await ask("GET"), ["unavailable"]);
    await areas.change("shop", "load");
    t.deepEqual(await ask("GET"), ["two answers GET"]);
    await areas.stop();
  },
);
