import { GraphQLEnumType } from "graphql";
import type { QueryableField } from "../../query/parse-query.js";

/**
 * Makes the enum of sort orders, such as `title_ASC` and `_publishedAt_DESC` (rules/delivery 32); the values
 * are REST's names.
 */
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
