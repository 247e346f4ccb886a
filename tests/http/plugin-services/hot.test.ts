import { rm } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { type ServiceSource, writeService } from "../../helpers/write-service.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ PLUGIN_ECHO_GREETING: "good morning", PLUGIN_ECHOES_GREETING: "another's" });
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const write = (entry: string, source: ServiceSource = {}) =>
  writeService(kiln.host.config.pluginsDir, entry, source);
const say = async (name: string) => {
  const answer = await fetch(`${kiln.url}/v1/p/${name}/say`);
  return { status: answer.status, said: ((await answer.json()) as { said?: string }).said };
};
const listed = async (name: string) =>
  (await operator.session.get("/v1/admin/plugins")).body.plugins.find(
    (each: { name: string }) => each.name === name,
  );
const paths = async (): Promise<string[]> =>
  Object.keys((await operator.api.get("/v1/openapi.json")).body.paths).filter((path) =>
    path.startsWith("/v1/p/"),
  );

test.serial(
  "a service that is edited 20 times under load answers each request, and then as it stands (rules/operations 2)",
  async (t) => {
    await write("busy", { said: "0" });
    await until(async () => (await say("busy")).status === 200);
    const wrong: unknown[] = [];
    const over = new AbortController();
    let answered = 0;
    const load = Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        const answer = await say("busy");
        if (answer.status !== 200) wrong.push(answer);
        answered += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    for (let version = 1; version <= 20; version += 1) {
      // Further actions come and go beside it.
      const more = `action("extra${version}", "GET", "/extra${version}", async () => ({}))`;
      await write("busy", { said: String(version), actions: more });
      await until(async () => (await say("busy")).said === String(version));
    }
    await until(async () => (await paths()).includes("/v1/p/busy/extra20"));
    over.abort();
    await Promise.all(load);
    t.deepEqual(wrong, []);
    t.true(answered > 100);
    t.deepEqual(await paths(), ["/v1/p/busy/say", "/v1/p/busy/extra20"]);
    t.is((await fetch(`${kiln.url}/v1/p/busy/extra20`)).status, 200);
    t.is((await fetch(`${kiln.url}/v1/p/busy/extra19`)).status, 404);
  },
);

test.serial(
  "a version that does not load leaves the one before it at work, and is named (rules/operations 1)",
  async (t) => {
    await write("busy", { said: "broken", before: "throw new Error('this version is broken');" });
    await until(async () => (await listed("busy")).status === "failed");
    t.like(await listed("busy"), {
      version: "20",
      error: "this version is broken Version 20 keeps serving.",
    });
    t.is((await say("busy")).said, "20");
    await write("busy", { said: "21" });
    await until(async () => (await say("busy")).said === "21");
    t.like(await listed("busy"), { status: "loaded", error: null });
  },
);

test.serial(
  "a service that is removed under load is 404 from then on, and nothing else fails (rules/operations 2)",
  async (t) => {
    const statuses = new Set<number>();
    const over = new AbortController();
    const load = Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        statuses.add((await say("busy")).status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await rm(join(kiln.host.config.pluginsDir, "busy"), { recursive: true });
    await until(async () => statuses.has(404));
    over.abort();
    await Promise.all(load);
    t.deepEqual([...statuses].toSorted(), [200, 404]);
    t.deepEqual(await paths(), []);
    t.is(await listed("busy"), undefined);
  },
);

test.serial(
  "handlers have the caller, settings, projects and Kiln's own contracts, no more than REST opens to them (rules/running 34)",
  async (t) => {
    const account = `contract: { audience: "account", area: "media" }`;
    await write("echo", {
      actions: [
        `action("who", "GET", "/who", async ({ caller, settings, remainingMs }) => ({ caller, settings, isTimed: remainingMs > 1000 && remainingMs < 15000 }), { ${account} })`,
        `action("call", "POST", "/call", async (context, { name, params }) => ({ result: await context.call(name, params) }), { ${account}, params: z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) }) })`,
        `action("role", "GET", "/role/:id", async (context, { id }) => context.project(id), { ${account}, params: z.object({ id: kit.shapes.uuid() }) })`,
      ].join(),
    });
    await until(async () => (await operator.api.get("/v1/p/echo/who")).status === 200);
    const who = (await operator.api.get("/v1/p/echo/who")).body;
    t.like(who, {
      caller: { accountId: operator.id, kind: "key" },
      settings: { GREETING: "good morning" },
      isTimed: true,
    });
    t.deepEqual(Object.keys(who.settings), ["GREETING"]);

    const call = (name: string, params: object = {}, by = operator.api) =>
      by.post("/v1/p/echo/call", { name, params });
    t.is((await call("generation.list")).body.result.total, 0);
    const { secret } = (await operator.session.post("/v1/api-keys", { name: "m", scopes: ["media:rw"] }))
      .body;
    const media = operator.session.with({ authorization: `Bearer ${secret}` });
    t.is(
      (await call("generation.list", {}, media)).body.error.message,
      "This key needs the scope generation:read",
    );
    t.is((await call("generation.list", { limit: 0 })).status, 400);
    t.is(
      (await call("generation.cancelMany", { ids: [] })).status,
      404,
      "what is between services stays there",
    );
    t.is((await call("echo.who")).status, 404, "no service calls itself in circles");
    const estimate = await call("generation.estimate", { model: "mock-image", params: {} });
    t.is(estimate.status, 500, "an action that spends says so");
    t.regex((await listed("echo")).error, /echo\.call calls generation\.estimate.*spends: true/);
    const id = crypto.randomUUID();
    await operator.api.post("/v1/projects", { id, name: "P" });
    t.deepEqual((await operator.api.get(`/v1/p/echo/role/${id}`)).body, { id, role: "owner" });
    const bob = await signUp(kiln.url);
    t.is((await bob.api.get(`/v1/p/echo/role/${id}`)).status, 404);
    t.is((await call("operations.listPlugins", {}, bob.api)).status, 404);
  },
);
