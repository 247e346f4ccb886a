import test from "ava";
import { checkForbiddenCode } from "../../../checks/forbidden-code.js";

const count = (path: string, text: string) => checkForbiddenCode([{ path, text }]).length;

test("an action is called by name in runtime/actions/call.ts only", (t) => {
  for (const text of [
    'await ctx.call("billing.hold", {});',
    'broker.call<A, B>("billing.hold");',
    "this.broker.call(name)",
    "broker.mcall([])",
  ]) {
    t.is(count("services/billing/a.ts", text), 1, text);
    t.is(count("runtime/actions/call.ts", text), 0, text);
  }
  t.is(count("services/billing/a.ts", "await host.call(readAccount, {});"), 0);
  t.is(count("services/billing/a.ts", "await context.call(readAccount, {});"), 0);
});

test("the database is reached through runtime/database/transaction only", (t) => {
  for (const text of [
    "dataSource.getRepository(Account)",
    "tx.manager.save(account)",
    'tx.manager.createQueryBuilder("a")',
    'host.database.dataSource.query("select 1")',
    'import { EntityManager } from "typeorm";',
  ]) {
    t.true(count("services/billing/a.ts", text) > 0, text);
    t.true(count("cli/ledger.ts", text) > 0, text);
    t.is(count("runtime/database/transaction.ts", text), 0, text);
    t.is(count("tests/service/a.test.ts", text), 0, text);
  }
  t.is(count("services/billing/a.ts", 'import { In } from "typeorm"; tx.find(Account, {});'), 0);
});

test("texts are normalized in linear time (ADR-0111)", (t) => {
  t.is(count("services/content/a.ts", 'const read = text.normalize("NFC");'), 1);
  t.is(count("contracts/a.ts", "const read = text\n  .normalize();"), 1);
  for (const path of ["contracts/normalize-text.ts", "console/content/a.ts"])
    t.is(count(path, 'text.normalize("NFC");'), 0, path);
  t.is(count("cli/a.ts", "posix.normalize(path)"), 0);
});

test("private parts of libraries are touched in runtime/private-parts only", (t) => {
  for (const text of [
    'import { MysqlQueryRunner } from "typeorm/driver/mysql/MysqlQueryRunner.js";',
    "dataSource.driver.createQueryRunner = () => runner;",
    "await driver.obtainMasterConnection();",
    "if (connection._command) return;",
    "Object.assign(runner, { stmtCache });",
    "broker.registry.services.services",
    "const { nodes } = broker?.registry ?? {};",
    "this.#broker.registry.nodes.disconnected(id, true);",
    "if (broker.transit?.connected) send();",
    "const { transit } = broker;",
    "tx.pendingRequests.get(id)",
    "link.discoverer.sendLocalNodeInfo();",
  ]) {
    t.is(count("runtime/cluster/a.ts", text), 1, text);
    t.is(count("runtime/private-parts/typeorm.ts", text), 0, text);
  }
  for (const text of [
    "const runner = dataSource.createQueryRunner();",
    "broker.registry.hasService(name, broker.nodeID)",
    "broker.registry.getServiceList({ skipInternal: true })",
    "const options = { transit: { maxQueueSize: 5_000 } };",
    "this.registry.plugins",
  ])
    t.is(count("runtime/cluster/a.ts", text), 0, text);
});

test("no test is left out or runs alone", (t) => {
  for (const modifier of ["only", "skip", "todo", "failing"]) {
    t.is(count("tests/unit/a.test.ts", `test.${modifier}("it", (t) => t.pass());`), 1);
    t.is(count("tests/unit/a.test.ts", `test.serial.${modifier}("it", (t) => t.pass());`), 1);
  }
  t.is(count("tests/unit/a.test.ts", 'test.serial("only this", (t) => t.pass());'), 0);
});

test("no test has a limit of its own, which would switch off the one for the run", (t) => {
  const call = ["t", "timeout(5000)"].join(".");
  t.is(count("tests/unit/a.test.ts", `test("a", (t) => ${call});`), 1);
});

test("the environment is read in runtime/config only", (t) => {
  t.is(count("services/billing/a.ts", "process.env.PORT"), 1);
  t.is(count("runtime/config/load-config.ts", "process.env.PORT"), 0);
});

test("the gateway's own requests have no parsed query", (t) => {
  for (const text of [
    "const { limit } = request.query as Page;",
    "return req.query;",
    "request?.query",
    "const { params, query } = request;",
    "const of = ({\n  query: given,\n}: FastifyRequest) => given;",
  ]) {
    t.is(count("services/gateway/a.ts", text), 1, text);
    t.is(count("services/delivery/a.ts", text), 0, text);
  }
  for (const text of [
    "const { url } = request;",
    "rest.query ?? []",
    "readQuery(queryOf(request))",
    "const { query } = request.edge;",
  ])
    t.is(count("services/gateway/a.ts", text), 0, text);
});

test("comments are no code", (t) => {
  t.is(count("services/billing/a.ts", "// never broker.call(name)\n/* nor getRepository */"), 0);
});
