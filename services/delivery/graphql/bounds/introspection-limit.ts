import {
  getIntrospectionQuery,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { Measure, type Breadth } from "./measure.js";

export function breadthOf(schema: GraphQLSchema): Breadth {
  const sizes = Object.values(schema.getTypeMap()).map((type) => {
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      return Object.keys(type.getFields()).length;
    return isEnumType(type) ? type.getValues().length : 0;
  });
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return {
    types: sizes.length,
    perType: Math.ceil(all / sizes.length),
    largest: sizes.reduce((a, b) => Math.max(a, b), 0),
  };
}

const STANDARD = parse(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);
/** Factor by which an introspection may cost more than the standard query of tools. */
const TIMES_STANDARD = 3;

/**
 * Returns the most that introspection of a schema may cost, as `Measure` counts it: a multiple of the
 * standard query of tools.
 */
export function introspectionLimit(schema: GraphQLSchema, breadth: Breadth): number {
  const fragments = new Map(
    STANDARD.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const none = Number.POSITIVE_INFINITY;
  const limits = { depth: none, aliases: none, cost: none };
  const scope = { schema, breadth, introspection: none };
  const measure = new Measure(scope, fragments, { variables: {}, limits });
  const isOperation = (each: { kind: Kind }): each is OperationDefinitionNode =>
    each.kind === Kind.OPERATION_DEFINITION;
  for (const operation of STANDARD.definitions.filter(isOperation)) measure.check(operation);
  return TIMES_STANDARD * measure.introspectionCost;
}
