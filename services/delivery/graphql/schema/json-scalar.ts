import { GraphQLScalarType, type ValueNode, valueFromASTUntyped } from "graphql";

/** Scalar of portable text, which is delivered unchanged (rules/delivery 41). */
export const JSON_SCALAR = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});
