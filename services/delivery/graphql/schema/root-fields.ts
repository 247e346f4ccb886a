import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
} from "graphql";
import { graphqlNames } from "../../../../contracts/content-names.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { queryableFields } from "../../query/parse-query.js";
import type { GraphqlContext, Source } from "../context.js";
import { type ListArguments, resolveList } from "../resolve-list.js";
import { resolveSingle, type SingleArguments } from "../resolve-single.js";
import { whereInput } from "./filter-inputs.js";
import type { ObjectTypes } from "./object-types.js";
import type { QueryableField } from "../../query/parse-where.js";

/** Fields of the root type, and of types that are not documents. */
export type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;

/**
 * Makes `article(id, locale)` and `allArticle(where, sort, limit, offset, locale)` of one type
 * (rules/delivery 32).
 */
export function rootFields(schema: ContentSchema, types: ObjectTypes, locale: GraphQLEnumType): Fields {
  const names = graphqlNames(schema.name);
  const fields = [...queryableFields(schema).values()];
  const document = types.documentType(schema.name);
  const list = new GraphQLObjectType<{ items: Source[]; total: number }, GraphqlContext>({
    name: names.list,
    fields: {
      items: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(document))) },
      total: { type: new GraphQLNonNull(GraphQLInt), description: "Of all that match." },
    },
  });
  const sort = sortEnum(names.sort, fields);
  const single: GraphQLFieldConfig<unknown, GraphqlContext, SingleArguments> = {
    type: document,
    args: { id: { type: new GraphQLNonNull(GraphQLID) }, locale: { type: locale } },
    resolve: (_root, args, context) => resolveSingle(context, schema.name, args),
  };
  const all: GraphQLFieldConfig<unknown, GraphqlContext, ListArguments> = {
    type: list,
    args: {
      where: { type: whereInput(names.where, fields) },
      sort: { type: new GraphQLList(new GraphQLNonNull(sort)) },
      limit: { type: GraphQLInt, description: "1 to 100; 20 unless said otherwise." },
      offset: { type: GraphQLInt },
      locale: { type: locale },
    },
    resolve: (_root, args, context) => resolveList(context, schema.name, args),
  };
  return { [names.single]: single, [names.all]: all };
}

/**
 * Makes the enum of sort orders, such as `title_ASC` and `_publishedAt_DESC` (rules/delivery 32); the values
 * are REST's names.
 */
const sortEnum = (name: string, fields: Iterable<QueryableField>): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      [...fields]
        .filter(({ kind }) => kind !== "other")
        .flatMap((field) => [
          [`${field.name}_ASC`, { value: field.name }],
          [`${field.name}_DESC`, { value: `-${field.name}` }],
        ]),
    ),
  });
