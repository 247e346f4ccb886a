import { getVariableValues, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { shortened } from "../../contracts/code-points.js";

/** Characters of a message: graphql-js puts the whole value of a variable into it. */
const MAX_MESSAGE = 1000;

/**
 * Returns the first error of a request's variables, its message cut at 1,000 characters and its status 400; null where every one
 * fits its type. To be asked before graphql-js executes, which writes the value anew for each of up to fifty errors; here it
 * stops at the second (rules/edge 52).
 */
export function wrongVariable(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  const { errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 });
  const [first] = errors ?? [];
  if (first === undefined) return null;
  const { message, nodes, originalError } = first;
  return new GraphQLError(shortened(message, MAX_MESSAGE), {
    ...(nodes && { nodes }),
    ...(originalError && { originalError }),
    extensions: { ...first.extensions, code: "BAD_USER_INPUT", http: { status: 400 } },
  });
}
