import { GraphQLEnumType } from "graphql";
import type { QueryableField } from "../../query/parse-query.js";

/** `title_ASC`, `_publishedAt_DESC` (rules/delivery 32); the values are what REST calls them. */
export const sortEnum = (name: string, fields: Iterable<QueryableField>): GraphQLEnumType =>
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
