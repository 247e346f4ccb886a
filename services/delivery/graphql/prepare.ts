import {
  type DocumentNode,
  getOperationAST,
  type GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  Lexer,
  Source,
  TokenKind,
} from "graphql";
import { refusal } from "../query/refusal.js";
import { type Limits, MAX_DEFINITIONS, MAX_VARIABLES, MAX_BRACKETS, MAX_TOKENS } from "./bounds/limits.js";
import { Measure, type Scope } from "./bounds/measure.js";
import type { GraphqlRequest } from "./read-request.js";
import type { Compiled } from "./schemas.js";

/** A query that must not run, with the reasons: 400. */
export class InvalidQuery extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super("The query is not valid.");
    this.errors = errors;
  }
}

const MAX_ERRORS = 5;

const OPEN: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSE: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/**
 * Reads a query without recursion. Throws `invalid_params` when it has too many tokens or nested brackets to
 * be parsed, and GraphQL's error when it has no token at all.
 */
function scanTokens(query: string): void {
  const lexer = new Lexer(new Source(query));
  let brackets = 0;
  for (let tokens = 0; ; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (tokens >= MAX_TOKENS) throw refusal(`The query has more than ${MAX_TOKENS} tokens.`);
    if (OPEN.includes(kind)) brackets += 1;
    else if (CLOSE.includes(kind)) brackets -= 1;
    if (brackets > MAX_BRACKETS) throw refusal(`The query has more than ${MAX_BRACKETS} levels of brackets.`);
  }
}

/**
 * Parses a query and refuses one that is too large. Throws GraphQL's error for a text that does not parse,
 * `invalid_params` otherwise. Without a scope it refuses queries that are too large under any schema, so that
 * they do not wait for a schema.
 */
export function bound(scope: Scope | null, request: GraphqlRequest, limits: Limits): DocumentNode {
  scanTokens(request.query);
  const document = parse(request.query);
  measure(scope, document, request, limits);
  return document;
}

function measure(
  scope: Scope | null,
  { definitions }: DocumentNode,
  { variables }: GraphqlRequest,
  limits: Limits,
): void {
  if (definitions.length > MAX_DEFINITIONS)
    throw refusal(`The query has more than ${MAX_DEFINITIONS} operations and fragments.`);
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  for (const each of definitions)
    if (each.kind === Kind.OPERATION_DEFINITION) {
      if ((each.variableDefinitions?.length ?? 0) > MAX_VARIABLES)
        throw refusal(`The query has more than ${MAX_VARIABLES} variables.`);
      new Measure(scope, fragments, { variables, limits }).check(each);
    }
  // Fragments that no operation uses are measured too, because they are validated.
  for (const fragment of fragments.values())
    new Measure(scope, fragments, { variables, limits }).checkFragment(fragment);
}

/** A query that is parsed and within its bounds. */
export interface Parsed {
  document: DocumentNode;
  /** True when the query was found valid for the schema before. */
  isValid: boolean;
}

/**
 * Parses and bounds a query. Throws GraphQL's error for a text that does not parse, `invalid_params` for a
 * query that is too large.
 */
export function parseQuery(compiled: Compiled, request: GraphqlRequest, limits: Limits): Parsed {
  const known = compiled.valid.get(request.query);
  if (known === undefined) return { document: bound(compiled, request, limits), isValid: false };
  // A known query is measured again, because variables decide the length of pages.
  measure(compiled, known, request, limits);
  return { document: known, isValid: true };
}

/**
 * Throws `invalid_params` for a missing operation or one that does not read, InvalidQuery for a query that
 * does not fit the schema.
 */
export function requireValid(
  { schema, valid }: Compiled,
  { query, operationName }: GraphqlRequest,
  { document, isValid }: Parsed,
): void {
  const operation = getOperationAST(document, operationName);
  if (!operation)
    throw refusal(
      operationName === null
        ? "operationName is required: the query has no operation, or several."
        : `operationName: there is no operation "${operationName}".`,
    );
  if (operation.operation !== OperationTypeNode.QUERY)
    throw refusal(`There are no ${operation.operation}s: content is read here only.`);
  if (isValid) return;
  const errors = validate(schema, document, undefined, { maxErrors: MAX_ERRORS });
  if (errors.length > 0) throw new InvalidQuery(errors);
  valid.set(query, document);
}
