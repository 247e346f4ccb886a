import { randomUUID } from "node:crypto";
import test from "ava";
import { CONTRACTS } from "../../../contracts/index.js";
import { AREAS, type Scope, scopeMessage } from "../../../contracts/scopes.js";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let person: Person;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Routes that a scope opens, each with an id that does not exist. */
const ROUTES = CONTRACTS.flatMap(({ rest, scope }) =>
  rest && scope ? [{ method: rest.method, path: rest.path.replace(/:\w+/g, () => randomUUID()), scope }] : [],
);

async function keyWith(scopes: readonly Scope[]): Promise<Client> {
  const answer = await person.session.post("/v1/api-keys", { name: "k", scopes });
  const { secret } = answer.body;
  return new Client(kiln.url, { authorization: `Bearer ${secret}` });
}

test("a key outside a route's scope is forbidden, before its body is read, with the scope in the message (rules/identity 28 and 29)", async (t) => {
  const areas = new Set(ROUTES.map(({ scope }) => scope.split(":")[0]));
  for (const area of AREAS.filter((each) => areas.has(each))) {
    const without = await keyWith(AREAS.filter((each) => each !== area).map((each): Scope => `${each}:rw`));
    for (const { method, path, scope } of ROUTES.filter((each) => each.scope.startsWith(`${area}:`))) {
      const answer = await without.send(method, path, method === "GET" ? {} : { body: "{ broken" });
      t.is(answer.status, 403, `${method} ${path}`);
      t.is(answer.body.error.code, "forbidden");
      t.is(answer.body.error.message, scopeMessage(scope));
    }
  }
});

test("read opens GET and nothing else (rules/identity 28)", async (t) => {
  const reader = await keyWith(AREAS.map((area): Scope => `${area}:read`));
  for (const { method, path, scope } of ROUTES) {
    const answer = await reader.send(method, path, method === "GET" ? {} : { body: {} });
    if (method === "GET") t.not(answer.status, 403, `${method} ${path}`);
    else t.is(answer.body.error.message, `This key needs the scope ${scope}`);
  }
});

test("rw opens everything of its area, a session everything (rules/identity 18 and 28)", async (t) => {
  const writer = await keyWith(AREAS.map((area): Scope => `${area}:rw`));
  for (const caller of [writer, person.session])
    for (const { method, path } of ROUTES) {
      const answer = await caller.send(method, path, method === "GET" ? {} : { body: "{ broken" });
      t.false([401, 403].includes(answer.status), `${method} ${path} ${answer.status}`);
    }
});

test("health and plans need no authentication (rules/identity 32)", async (t) => {
  const anonymous = new Client(kiln.url);
  t.is((await anonymous.get("/v1/health")).status, 200);
  t.is((await anonymous.get("/v1/plans")).status, 200);
  for (const { method, path } of ROUTES) t.is((await anonymous.send(method, path)).status, 401, path);
});
