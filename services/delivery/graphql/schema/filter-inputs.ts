import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLString,
} from "graphql";
import type { FieldKind } from "../../../../engines/document-index/index.js";
import type { FilterOperator } from "../../../../contracts/delivery.js";
import { graphqlFilterName } from "../../../../contracts/content-names.js";
import { operatorsOf, type QueryableField } from "../../query/parse-where.js";

function operandOf(operator: FilterOperator, scalar: GraphQLScalarType) {
  if (operator === "exists") return GraphQLBoolean;
  return operator === "in" ? new GraphQLList(new GraphQLNonNull(scalar)) : scalar;
}

const filter = (of: string, kind: FieldKind, scalar: GraphQLScalarType): GraphQLInputObjectType =>
  new GraphQLInputObjectType({
    name: graphqlFilterName(of),
    fields: Object.fromEntries(
      operatorsOf(kind).map((operator) => [operator, { type: operandOf(operator, scalar) }]),
    ),
  });

const INT = filter("int", "number", GraphQLInt);
const BY_KIND: Readonly<Record<FieldKind, GraphQLInputObjectType>> = {
  text: filter("string", "text", GraphQLString),
  number: filter("float", "number", GraphQLFloat),
  instant: filter("dateTime", "instant", GraphQLString),
  flag: filter("boolean", "flag", GraphQLBoolean),
  other: filter("exists", "other", GraphQLBoolean),
};

/** Returns the filter type of a field, with the same operators as in REST. */
export const filterOf = ({ kind, definition }: QueryableField): GraphQLInputObjectType =>
  definition?.type === "number" && definition.integer === true ? INT : BY_KIND[kind];

/** Makes the input type of `where`, with the same model as in REST. */
export function whereInput(name: string, fields: Iterable<QueryableField>): GraphQLInputObjectType {
  const own = [...fields].map((field) => [field.name, { type: filterOf(field) }] as const);
  const input: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    fields: () => ({
      ...Object.fromEntries(own),
      and: { type: new GraphQLList(new GraphQLNonNull(input)) },
      or: { type: new GraphQLList(new GraphQLNonNull(input)) },
      not: { type: input },
    }),
  });
  return input;
}
