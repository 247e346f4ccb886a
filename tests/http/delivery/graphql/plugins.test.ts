import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { types } from "node:util";
import test from "ava";
import { GraphQLError } from "graphql";
import type { GraphqlPlugin } from "../../../../plugins/kit/graphql-plugin.js";
import type { Kiln } from "../../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";
import { until } from "../../../helpers/until.js";

let kiln: Kiln;
let site: GraphqlSite;
test.before(async () => {
  kiln = await startKiln();
  site = await graphqlSite(kiln);
  await site.publish({ title: { en: "Kiln" } });
});
test.after.always(() => kiln?.stop());

/** Adds a plugin to the process while `work` runs. */
async function withPlugin(plugin: Omit<GraphqlPlugin, "id">, work: () => Promise<void>): Promise<void> {
  const name = "lent";
  const driver: GraphqlPlugin = { id: name, ...plugin };
  kiln.host.plugins.swap({ name, version: "1", file: "test", status: "loaded", error: null }, [
    { point: "graphqlPlugin", name, driver },
  ]);
  try {
    await work();
  } finally {
    kiln.host.plugins.remove(name);
  }
}

test.serial(
  "a plugin in PLUGINS_DIR refuses queries, from when it is there until it is gone (ADR-0066)",
  async (t) => {
    const file = join(kiln.host.config.pluginsDir, "name-queries.mjs");
    t.is((await site.ask("{ allArticle { total } }")).status, 200);
    await copyFile(new URL("../../../../../examples/plugins/name-queries.mjs", import.meta.url), file);
    let n = 0;
    await until(async () => (await site.ask(`{ allArticle { total a${(n += 1)}: total } }`)).status === 400);
    const { body } = await site.ask("{ allArticle { b: total } }");
    t.deepEqual(body, {
      errors: [
        {
          message: "Give the query a name, as in: query Titles { … }",
          extensions: { code: "invalid_params" },
        },
      ],
    });
    t.is((await site.ask("query Titles { allArticle { b: total } }")).body.data.allArticle.b, 1);
    await rm(file);
    await until(async () => (await site.ask(`{ allArticle { total c${(n += 1)}: total } }`)).status === 200);
  },
);

test.serial(
  "hooks see the project's schema and the document, never the token, and no query that is not valid",
  async (t) => {
    const seen: string[] = [];
    const plugin: Omit<GraphqlPlugin, "id"> = {
      async requestDidStart({ request }) {
        seen.push(
          `start ${request.http?.headers.get("x-client") ?? ""} ${request.http?.headers.has("authorization")}`,
        );
        return {
          didResolveSource: async ({ schema }) => void seen.push(`source ${schema.getType("Article")?.name}`),
          didResolveOperation: async ({ operationName }) => void seen.push(`operation ${operationName}`),
          didEncounterErrors: async ({ errors }) => void seen.push(`errors ${errors.length}`),
          willSendResponse: async () => void seen.push("end"),
        };
      },
    };
    const reader = site.reader.with({ ...site.reader.headers, "x-client": "shop" });
    await withPlugin(plugin, async () => {
      t.is((await site.ask("query Seen { allArticle { seen: total } }", {}, reader)).status, 200);
      t.deepEqual(seen.splice(0), ["start shop false", "source Article", "operation Seen", "end"]);
      t.is((await site.ask("{ allArticle { nope nothing } }", {}, reader)).status, 400);
      t.deepEqual(seen.splice(0), ["start shop false", "source Article", "errors 2", "end"]);
      t.is((await site.ask("{ allArticle {", {}, reader)).status, 400);
      t.deepEqual(seen, [], "what does not parse is refused before");
    });
  },
);

/** Returns all objects that can be reached from a value by keys, symbols, prototypes, maps and sets. */
function reachable(from: unknown): Set<unknown> {
  const seen = new Set<unknown>();
  const left = [from];
  while (left.length > 0) {
    const value = left.pop();
    if (seen.has(value)) continue;
    seen.add(value);
    if ((typeof value !== "object" && typeof value !== "function") || value === null) continue;
    left.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: held, get } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      left.push(key, held, get);
    }
    // The check does not use instanceof, because the prototype of a class of maps is no map.
    if (types.isMap(value)) for (const [key, held] of value) left.push(key, held);
    if (types.isSet(value)) left.push(...value);
  }
  return seen;
}

test.serial("nothing that a hook is given leads to the token, the host or its configuration", async (t) => {
  const secret = String(site.reader.headers["authorization"]).replace(/^Bearer /, "");
  let looks = 0;
  const look = async (context: unknown): Promise<void> => {
    looks += 1;
    const seen = reachable(context);
    t.true(seen.size > 100);
    for (const each of seen) if (typeof each === "string" && each.includes(secret)) t.fail("the token");
    for (const each of [kiln.host, kiln.host.config, kiln.host.plugins]) t.false(seen.has(each));
  };
  const hooks = {
    didResolveSource: look,
    didResolveOperation: look,
    responseForOperation: (context: unknown) => look(context).then(() => null),
    didEncounterErrors: look,
    willSendResponse: look,
  };
  const requestDidStart = (context: unknown) => look(context).then(() => hooks);
  await withPlugin({ requestDidStart }, async () => {
    t.is((await site.ask("query Walk { allArticle { walk: total } }")).status, 200);
    t.is((await site.ask("query Walk { allArticle { nope } }")).status, 400);
  });
  t.is(looks, 9);
});

test.serial(
  "a plugin that breaks in didResolveOperation is 500 and tells nothing of the inside; an error's path is its own",
  async (t) => {
    for (const thrown of [new Error("connect ECONNREFUSED 10.0.0.5:6379"), null]) {
      const breaking = { didResolveOperation: () => Promise.reject(thrown) };
      await withPlugin({ requestDidStart: async () => breaking }, async () => {
        const { status, body } = await site.ask("query Breaks { allArticle { breaks: total } }");
        t.is(status, 500);
        t.is(body.error.code, "internal");
        t.notRegex(JSON.stringify(body), /ECONNREFUSED/);
      });
    }
    const refusal = new GraphQLError("Not this.", { path: ["allArticle"], extensions: { code: "MINE" } });
    const refusing = { didResolveOperation: () => Promise.reject(refusal) };
    await withPlugin({ requestDidStart: async () => refusing }, async () => {
      t.deepEqual((await site.ask("query Path { allArticle { path: total } }")).body.errors, [
        { message: "Not this.", path: ["allArticle"], extensions: { code: "invalid_params" } },
      ]);
    });
  },
);

test.serial(
  "a plugin may answer, is not asked where the answer is at hand, and its own fault is 500",
  async (t) => {
    const query = "query Kept { allArticle { kept: total } }";
    for (let times = 0; times < 2; times++) await site.ask(query);
    await withPlugin(
      {
        requestDidStart: async () => ({
          responseForOperation: async () => ({
            http: { status: undefined, headers: new Map() as never },
            body: { kind: "single", singleResult: { data: { answered: true } } },
          }),
        }),
      },
      async () => {
        t.deepEqual(
          (await site.reader.post(site.url, { query: "query Other { allArticle { other: total } }" })).body,
          {
            data: { answered: true },
          },
        );
        t.is((await site.ask(query)).body.data.allArticle.kept, 1);
      },
    );
    const refusing = { didResolveOperation: () => Promise.reject(new GraphQLError("Not today.")) };
    await withPlugin({ requestDidStart: async () => refusing }, async () => {
      const { status, body } = await site.ask("query Refused { allArticle { refused: total } }");
      t.is(status, 400);
      t.is(body.errors[0].message, "Not today.");
    });
    await withPlugin({ requestDidStart: () => Promise.reject(new Error("broken")) }, async () => {
      const { status } = await site.ask("query Broken { allArticle { broken: total } }");
      t.is(status, 500);
    });
  },
);

test.serial("a plugin without requestDidStart is refused with the reason (rules/operations 1)", async (t) => {
  const file = join(kiln.host.config.pluginsDir, "no-hooks.mjs");
  await writeFile(
    file,
    `export default { name: "no-hooks", version: "1", provides: { graphqlPlugin: { id: "no-hooks" } } };`,
  );
  const listed = () => kiln.host.plugins.plugins.find(({ name }) => name === "no-hooks");
  await until(async () => listed() !== undefined);
  t.is(listed()?.error, "The graphqlPlugin no-hooks has no requestDidStart.");
  await rm(file);
});
