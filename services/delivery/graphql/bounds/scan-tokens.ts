import { Lexer, Source, TokenKind } from "graphql";
import { refusal } from "../../query/refusal.js";
import { MAX_BRACKETS, MAX_TOKENS } from "./limits.js";

const OPEN: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSE: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/**
 * Reads a query without recursion. Throws `invalid_params` when it has too many tokens or nested brackets to
 * be parsed, and GraphQL's error when it has no token at all.
 */
export function scanTokens(query: string): void {
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
