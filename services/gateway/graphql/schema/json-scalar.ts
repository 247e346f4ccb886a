import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import type { ObjMap } from "graphql/jsutils/ObjMap.js";
import { isExactText } from "../../../../contracts/exact-number.js";

/** The scalar for values that a schema leaves open. */
export const JSON_SCALAR = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: readLiteral,
});

/**
 * Reads a literal like a REST body: without numbers that JSON cannot carry exactly, and without keys that
 * would change an object's kind.
 */
function readLiteral(node: ValueNode, variables?: Readonly<ObjMap<unknown>> | null): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return exact(node.value);
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.LIST:
      return node.values.map((value) => readLiteral(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => {
          if (name.value === "__proto__") throw new GraphQLError("__proto__ is no name of a field.");
          return [name.value, readLiteral(value, variables)];
        }),
      );
  }
}

function exact(text: string): number {
  if (!isExactText(text))
    throw new GraphQLError(`${text.slice(0, 40)} is a number that JSON cannot carry exactly.`);
  return Number(text);
}
