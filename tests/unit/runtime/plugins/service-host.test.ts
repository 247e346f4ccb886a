import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { ServiceBroker } from "moleculer";
import { CONTRACTS } from "../../../../contracts/index.js";
import { kit } from "../../../../plugins/kit/kit.js";
import type { ServiceContext } from "../../../../plugins/kit/service-context.js";
import type { Service, ServiceContract } from "../../../../plugins/kit/service.js";
import { ContractList } from "../../../../runtime/actions/contract-list.js";
import { prepareService } from "../../../../runtime/plugins/services/prepare-service.js";
import { openRehearsalDatabase } from "../../../../runtime/plugins/services/rehearsal-database.js";
import { ServiceHost } from "../../../../runtime/plugins/services/service-host.js";
import { PluginRegistry } from "../../../../runtime/plugins/registry.js";
import { reader } from "../../../../runtime/database/transaction.js";

const { z } = kit;

type Handler = (context: ServiceContext, params: Record<string, unknown>) => Promise<object>;

/** Makes an action of the service `notes`, a public GET unless the contract says otherwise. */
const action = (verb: string, handler: Handler, contract: Partial<ServiceContract> = {}, replay?: Handler) =>
  kit.defineAction({
    contract: {
      name: `notes.${verb}`,
      description: `Does ${verb}.`,
      params: z.looseObject({}),
      result: z.looseObject({}),
      audience: "public",
      rest: { method: "GET", path: `/v1/p/notes/${verb}` },
      ...contract,
    },
    handler: handler as never,
    ...(replay && { replay: replay as never }),
  });

/** Starts a broker that follows the services of a registry, without the rest of a process. */
async function host(t: ExecutionContext) {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  const database = await openRehearsalDatabase(dataDir);
  const broker = new ServiceBroker({
    nodeID: randomUUID(),
    logger: false,
    tracking: { enabled: true, shutdownTimeout: 10_000 },
  });
  const plugins = new PluginRegistry();
  const called = async () => ({ isCalled: true });
  const lent = {
    plugins,
    contracts: new ContractList(CONTRACTS),
    log: { info() {}, warn() {}, debug() {}, error() {} },
    config: { env: {} },
    baseUrl: "http://localhost:3000",
    hosted: new Set(["gateway"]),
    call: called,
    edgeCall: called,
  };
  const { database: own } = await prepareService({ name: "notes", actions: [] }, database);
  const deps = { call: called, read: reader(own.database), signals: {}, requireEmailVerification: false };
  const services = new ServiceHost({ host: lent, broker, deps, only: null } as never);
  await broker.start();
  services.start();
  t.teardown(async () => {
    services.stop();
    await broker.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const accountId = randomUUID();
  const auth = { accountId, email: "a@example.com", scopes: null, kind: "session", isEmailVerified: true };
  return {
    async load(...actions: Service["actions"]) {
      const driver = await prepareService({ name: "notes", actions }, database);
      const plugin = { name: "notes", version: "1", file: "notes", status: "loaded", error: null } as const;
      plugins.swap(plugin, [{ point: "service", name: "notes", driver }]);
      while (lent.contracts.plugins.length < actions.length) await sleep(5);
    },
    remove: () => plugins.remove("notes"),
    call: async (verb: string, params = {}, key: string | null = null): Promise<Record<string, unknown>> =>
      broker.call(`notes.${verb}`, params, {
        meta: {
          auth,
          requestId: randomUUID(),
          client: "127.0.0.1",
          idempotency: key && { key, route: "POST /" },
        },
      }),
    fault: () => plugins.find("notes")?.error ?? null,
  };
}

test("an action that is withdrawn and comes back within two seconds is answered, at once and later", async (t) => {
  const { load, remove, call } = await host(t);
  await load(action("say", async () => ({ said: 1 })));
  t.is((await call("say")).said, 1);
  remove();
  await t.throwsAsync(call("say"), { message: /There is no notes\.say any more/ });
  await load(action("say", async () => ({ said: 2 })));
  t.is((await call("say")).said, 2);
  await sleep(3000);
  t.is((await call("say")).said, 2);
  remove();
  await sleep(3000);
  await t.throwsAsync(call("say"), { message: /not available/ });
});

test("an action that comes back while the broker waits for a call of the one before is answered", async (t) => {
  const { load, remove, call } = await host(t);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const said = { said: 1 };
  await load(action("say", async () => (await over, said)));
  const inHand = call("say");
  await sleep(50);
  remove();
  await sleep(2300);
  await load(action("say", async () => ({ said: 2 })));
  t.is((await call("say")).said, 2);
  end();
  t.is((await inHand).said, 1, "a call in hand ends on what it began with");
  await sleep(500);
  t.is((await call("say")).said, 2);
});

test("calls of earlier versions that do not end stay in hand, and do not keep their caller from the next version", async (t) => {
  const { load, call } = await host(t);
  const { promise: over, resolve: end } = Promise.withResolvers<object>();
  const hanging: Promise<unknown>[] = [];
  for (const count of [32, 32, 32, 32, 32, 32, 8]) {
    await load(action("hang", () => over));
    for (let each = 0; each < count; each += 1) hanging.push(call("hang"));
    await sleep(50);
  }
  await t.throwsAsync(call("hang"), { message: /has too many calls in progress\. / });
  await load(action("hang", async () => ({})));
  await t.throwsAsync(call("hang"), { message: /has too many calls in progress\. / });
  end({});
  await Promise.all(hanging);
  t.deepEqual(await call("hang"), {});
});

test("of two requests with one Idempotency-Key the later one is answered, and is no fault (rules/edge 31)", async (t) => {
  const { load, call, fault } = await host(t);
  const { promise: both, resolve: meet } = Promise.withResolvers<void>();
  let begun = 0;
  await load(
    action(
      "make",
      async ({ data }) => {
        begun += 1;
        if (begun === 2) meet();
        await both;
        const id = randomUUID();
        await data.transact((tx) => tx.made(id));
        return { id };
      },
      { audience: "account", rest: { method: "POST", path: "/v1/p/notes" }, idempotent: true },
      async (_context, id) => ({ id }),
    ),
    action(
      "twice",
      async ({ data }) => {
        await data.transact(async (tx) => {
          await tx.made("1");
          await tx.made("1");
        });
        return {};
      },
      { audience: "account", rest: { method: "POST", path: "/v1/p/notes/twice" }, idempotent: true },
      async () => ({}),
    ),
  );
  const [one, other] = await Promise.all([call("make", {}, "a"), call("make", {}, "a")]);
  t.deepEqual(one, other);
  t.is(fault(), null);
  await t.throwsAsync(call("twice", {}, "b"));
  t.regex(fault() ?? "", /notes\.twice failed: .*UNIQUE/, "without another request it is one");
});

test("an action that reads calls nothing that writes", async (t) => {
  const { load, call, fault } = await host(t);
  const handler: Handler = (context, { name }) => context.call(String(name), {});
  await load(
    action("look", handler),
    action("list", handler, { rest: { method: "POST", path: "/v1/p/notes/list" }, effect: "read" }),
    action("act", handler, { rest: { method: "POST", path: "/v1/p/notes" } }),
  );
  for (const verb of ["look", "list"]) {
    t.true((await call(verb, { name: "projects.list" })).isCalled);
    await t.throwsAsync(call(verb, { name: "projects.create" }));
    t.regex(fault() ?? "", new RegExp(`notes\\.${verb} calls projects\\.create, which writes.*effect read`));
  }
  t.true((await call("act", { name: "projects.create" })).isCalled);
});

test("no service is given a session, nor ends one", async (t) => {
  const { load, call } = await host(t);
  const handler: Handler = (context, { name }) => context.call(String(name), {});
  await load(action("act", handler, { rest: { method: "POST", path: "/v1/p/notes" } }));
  t.true((await call("act", { name: "identity.requestPasswordReset" })).isCalled);
  for (const name of ["identity.signIn", "identity.signUp", "identity.signOut"])
    await t.throwsAsync(call("act", { name }), {
      message: `There is no contract ${name} that a service could call.`,
    });
});
