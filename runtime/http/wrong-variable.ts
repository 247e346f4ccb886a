import { getVariableValues, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { shortened } from "../../contracts/code-points.js";

/** The most characters of a message: graphql-js writes the whole value into it. */
const MAX_MESSAGE = 1000;
/** The most characters of a text or a name in a message. graphql-js also looks for known names near to an unknown one, however long it is. */
const MAX_TEXT = 100;

/**
 * Returns the first error of a request's variables, with status 400; null where every variable fits its type. It is asked
 * before graphql-js executes: that writes the value anew for each of up to fifty errors, and this stops at the second. Long
 * texts are cut before, by which no wrong value comes to fit its type (rules/edge 52).
 */
export function wrongVariable(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  const given = hasLongText(variables) ? withShortValues(variables) : variables;
  const { errors } = getVariableValues(schema, variableDefinitions, given, { maxErrors: 1 });
  const [first] = errors ?? [];
  if (first === undefined) return null;
  const { message, nodes, originalError } = first;
  return new GraphQLError(shortened(message, MAX_MESSAGE), {
    ...(nodes && { nodes }),
    ...(originalError && { originalError }),
    extensions: { ...first.extensions, code: "BAD_USER_INPUT", http: { status: 400 } },
  });
}

function hasLongText(value: unknown): boolean {
  if (typeof value === "string") return value.length > MAX_TEXT;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  for (const name in value)
    if (name.length > MAX_TEXT || hasLongText((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Copies variables with the long texts and names of their values cut. The names of variables stay whole, since definitions look them up. */
function withShortValues(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(variables)) copy[name] = withShortTexts(value);
  return copy;
}

/** Copies a value of JSON with its long texts and names cut. */
function withShortTexts(value: unknown): unknown {
  if (typeof value === "string") return shortened(value, MAX_TEXT);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withShortTexts);
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value))
    copy[shortened(name, MAX_TEXT)] = withShortTexts(member);
  return copy;
}
