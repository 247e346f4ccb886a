import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Lends a plugin to the process while work goes on. */
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

test.serial("a plugin without requestDidStart is refused with the reason", async (t) => {
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
