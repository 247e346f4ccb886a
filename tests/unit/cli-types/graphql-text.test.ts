import test from "ava";
import fc from "fast-check";
import { execute, type GraphQLSchema, parse, validate } from "graphql";
import { graphqlText } from "../../../cli/types/client/graphql-text.js";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { graphqlNames, generatedNames, isSharedName } from "../../../contracts/content-names.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import type { AnyDefinition } from "../../../contracts/content-values.js";
import { makeSchema } from "../../../services/delivery/graphql/schema/make-schema.js";
import { ownValues } from "../../../services/delivery/graphql/own-values.js";
import type { Project } from "../../../cli/types/write-content.js";
import { arbitraryProject } from "../../helpers/arbitrary-project.js";

const numRuns = Math.min(Number(process.env.KILN_RUNS ?? 100), 2000);

const schemaOf = ({ schemas, locales, defaultLocale }: Project): GraphQLSchema =>
  makeSchema(schemas, {
    defaultLocale,
    locales: locales.map(({ code }) => ({ code, title: code, fallback: null, required: false })),
  });

test("arguments are variables: the text depends on the fields alone", (t) => {
  const selection = {
    allArticle: {
      $args: {
        where: { score: { gte: 1 } },
        sort: ["-day", "title"],
        limit: 3,
        offset: undefined,
        locale: "pt-BR",
      },
      items: {
        _id: true,
        title: { $args: { locale: "de" } },
        rank: undefined,
        hero: { url: true },
        author: { $args: { locale: "en" }, name: true },
        subject: { _type: true, $on: { author: { name: true }, article: undefined } },
      },
      total: true,
    },
    article: { $args: { id: "1", locale: undefined }, seo: { card: { size: { width: true } } } },
  };
  t.deepEqual(graphqlText(selection, "en"), {
    query:
      "query ($v0: ArticleWhere, $v1: [ArticleSort!], $v2: Int, $v3: Locale, $v4: Locale, $v5: Locale, $v6: ID!, $v7: Locale) { " +
      "allArticle(where: $v0, sort: $v1, limit: $v2, locale: $v3) { items { _id title(locale: $v4) hero { url } " +
      "author(locale: $v5) { name } subject { ... on Document { _type } ... on Author { name } } } total } " +
      "article(id: $v6, locale: $v7) { seo { card { size { width } } } } }",
    variables: {
      v0: { score: { gte: 1 } },
      v1: ["day_DESC", "title_ASC"],
      v2: 3,
      v3: "PT_BR",
      v4: "DE",
      v5: "EN",
      v6: "1",
      v7: "EN",
    },
  });
});

test("nothing selected is a mistake, and says where", (t) => {
  t.throws(() => graphqlText({}), { instanceOf: TypeError, message: "Nothing is selected." });
  t.throws(() => graphqlText({ allArticle: { items: { seo: { card: {} } } } }), {
    message: "Nothing is selected of allArticle.items.seo.card.",
  });
  t.throws(() => graphqlText({ article: { $args: { id: "" }, subject: { $on: {} } } }), {
    message: "Nothing is selected of article.subject.",
  });
});

/** Makes selections of everything that a type has, with references followed once. */
class Everything {
  readonly #schemas: readonly ContentSchema[];
  readonly #locale: string;

  constructor({ schemas, locales }: Project) {
    this.#schemas = schemas;
    this.#locale = locales.at(-1)?.code ?? "en";
  }

  document(name: string, depth: number): object {
    const fields = this.#schemas.find((schema) => schema.name === name)?.fields ?? [];
    return { _id: true, _fallbackFields: true, ...this.#object(fields, depth) };
  }

  #object(fields: readonly FieldDefinition[], depth: number): object {
    return Object.fromEntries(fields.map((field) => [field.name, this.#value(field, depth)]));
  }

  #value(definition: AnyDefinition, depth: number): unknown {
    const locale = "localized" in definition && definition.localized && { $args: { locale: this.#locale } };
    switch (definition.type) {
      case "array":
        return this.#value(definition.of, depth);
      case "media":
        return { ...locale, storageId: true, url: true, contentType: true };
      case "object":
        return this.#object(definition.fields, depth);
      case "reference": {
        if (depth === 0)
          return { $args: { locale: this.#locale }, _id: true, ...(definition.to.length > 1 && { $on: {} }) };
        const [first = ""] = definition.to;
        if (definition.to.length === 1) return this.document(first, depth - 1);
        // Two members of a union cannot both be asked for fields of one name and different types.
        return { _type: true, $on: { [first]: this.document(first, 0) } };
      }
      default:
        return locale || true;
    }
  }
}

/** Keeps the types that a server allows together: each name is once in the GraphQL schema. */
function legal({ schemas, ...project }: Project): Project {
  const names = new Set<string>();
  const kept = schemas.filter((schema) => {
    const own = generatedNames(schema).map(({ name }) => name);
    if (new Set(own).size < own.length || own.some((name) => names.has(name) || isSharedName(name)))
      return false;
    for (const name of own) names.add(name);
    return true;
  });
  const isKept = (to: string) => kept.some(({ name }) => name === to);
  const missing = JSON.stringify(kept)
    .match(/"to":\[[^\]]*\]/g)
    ?.some((list) => {
      const { to } = JSON.parse(`{${list}}`) as { to: string[] };
      return !to.every(isKept);
    });
  return { ...project, schemas: missing ? [] : kept };
}

test("what is selected of any project is valid in its GraphQL schema, with the variables it sends (rules/delivery 32)", async (t) => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryProject.map(legal), async (project) => {
      const schema = schemaOf(project);
      const everything = new Everything(project);
      for (const { name } of project.schemas) {
        const { single, all } = graphqlNames(name);
        const $args = {
          where: { _id: { in: ["a"] }, not: { _status: { eq: "draft" } } },
          sort: ["-_createdAt"],
          limit: 1,
        };
        const { query, variables } = graphqlText(
          {
            [single]: { $args: { id: "x" }, ...everything.document(name, 1) },
            [all]: { $args, items: everything.document(name, 1), total: true },
          },
          project.locales.at(-1)?.code,
        );
        const document = parse(query);
        t.deepEqual(validate(schema, document), [], query);
        // The query runs without data, to check only that the schema takes the variables.
        const { data } = await execute({
          schema,
          document,
          variableValues: ownValues(variables) as typeof variables,
        });
        t.not(data, undefined, query);
        asked += 1;
      }
    }),
    { numRuns },
  );
  t.true(asked > numRuns / 2, `${asked}`);
});

test("the example's names are those of its schema", (t) => {
  const type = schemaOf(EXAMPLE).getQueryType();
  for (const { name } of EXAMPLE.schemas) t.truthy(type?.getFields()[graphqlNames(name).all]);
});
