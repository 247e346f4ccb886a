import { Lexer, Source, TokenKind } from "graphql";
import { invalidParams } from "../../../../contracts/errors.js";
import { MAX_BRACKETS, MAX_QUERY_BYTES, MAX_TOKENS } from "./limits.js";

const OPEN: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSE: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/**
 * Reads a query without recursion, so that the parsed text is small. Throws `invalid_params`, or GraphQL's
 * own error.
 */
export function scanQuery(query: string): void {
  if (Buffer.byteLength(query) > MAX_QUERY_BYTES)
    throw invalidParams(`query may have ${MAX_QUERY_BYTES / 1024} KB; longer texts belong into variables.`);
  const lexer = new Lexer(new Source(query));
  let brackets = 0;
  for (let tokens = 0; ; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (tokens >= MAX_TOKENS) throw invalidParams(`The query has more than ${MAX_TOKENS} tokens.`);
    if (OPEN.includes(kind)) brackets += 1;
    else if (CLOSE.includes(kind)) brackets -= 1;
    if (brackets > MAX_BRACKETS)
      throw invalidParams(`The query has more than ${MAX_BRACKETS} levels of brackets.`);
  }
}
