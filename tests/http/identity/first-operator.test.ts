import { randomUUID } from "node:crypto";
import test from "ava";
import { Client } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const password = "correct horse battery";
const person = () => ({ email: `p-${randomUUID()}@example.com`, password });

test("of several first sign-ups at once exactly one is the operator (rules/running 3)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const anonymous = new Client(kiln.url);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => anonymous.post("/v1/auth/sign-up", person())),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is(answers.filter(({ body }) => body.user.operator).length, 1);
  t.false((await anonymous.post("/v1/auth/sign-up", person())).body.user.operator);
});

test("with OPERATOR_EMAIL that account is there from the start, and nobody who signs up is an operator (rules/running 3)", async (t) => {
  const kiln = await startKiln({
    OPERATOR_EMAIL: "Root@Example.com",
    OPERATOR_PASSWORD: "a password of the operator",
  });
  t.teardown(() => kiln.stop());
  const anonymous = new Client(kiln.url);
  t.false((await anonymous.post("/v1/auth/sign-up", person())).body.user.operator);
  const taken = await anonymous.post("/v1/auth/sign-up", { email: "root@example.com", password });
  t.is(taken.status, 409);
  const answer = await anonymous.post("/v1/auth/sign-in", {
    email: "root@example.com",
    password: "a password of the operator",
  });
  t.is(answer.status, 200);
  t.true(answer.body.user.operator);
  t.true(answer.body.user.emailVerified);
});

test("the account of OPERATOR_EMAIL is made once by however many processes, and is left as it is (rules/running 3)", async (t) => {
  const { ensureOperator } = await import("../../../services/identity/ensure-operator.js");
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const host = {
    ...kiln.host,
    baseUrl: kiln.host.baseUrl,
    config: { ...kiln.host.config, operator: { email: "root@example.com", password } },
  };
  await Promise.all([ensureOperator(host), ensureOperator(host), ensureOperator(host)]);
  await ensureOperator({
    ...host,
    config: { ...host.config, operator: { email: "root@example.com", password: "another password" } },
  });
  const rows = await host.read.query("SELECT id FROM accounts WHERE email = ?", ["root@example.com"]);
  t.is(rows.length, 1);
  const projects = await host.read.query("SELECT id FROM projects");
  t.is(projects.length, 1);
  const signIn = await new Client(kiln.url).post("/v1/auth/sign-in", { email: "root@example.com", password });
  t.is(signIn.status, 200);
});

test("an account that has the address of OPERATOR_EMAIL already is not made an operator (rules/running 3)", async (t) => {
  const { ensureOperator } = await import("../../../services/identity/ensure-operator.js");
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const anonymous = new Client(kiln.url);
  await anonymous.post("/v1/auth/sign-up", person());
  await anonymous.post("/v1/auth/sign-up", { email: "root@example.com", password });
  await ensureOperator({
    ...kiln.host,
    baseUrl: kiln.host.baseUrl,
    config: { ...kiln.host.config, operator: { email: "root@example.com", password: "another password" } },
  });
  const signIn = await anonymous.post("/v1/auth/sign-in", { email: "root@example.com", password });
  t.false(signIn.body.user.operator);
});
