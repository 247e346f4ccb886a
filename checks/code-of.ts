/** Pattern of text after which a slash divides. After any other text it opens a regular expression. */
const ENDS_A_VALUE = /[\w$)\]}]$/;
const KEYWORD = /(^|[^\w$.])(return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

const PIECES = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\//g;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

interface Piece {
  /** Index in the source. */
  at: number;
  text: string;
  kind: "comment" | "regular expression" | "other";
}

/** Returns the comments, strings, regular expressions and single slashes of a source. It is a scanner and no parser. */
function* piecesOf(source: string): Generator<Piece> {
  let code = "";
  let end = 0;
  const pieces = new RegExp(PIECES);
  for (let piece = pieces.exec(source); piece !== null; piece = pieces.exec(source)) {
    const at = piece.index;
    let [text] = piece;
    code += source.slice(end, at);
    const isComment = text.startsWith("//") || text.startsWith("/*");
    const before = code.trimEnd();
    const isRegex = text === "/" && (!ENDS_A_VALUE.test(before) || KEYWORD.test(before));
    if (isRegex) {
      REGEX.lastIndex = at;
      text = REGEX.exec(source)?.[0] ?? text;
    }
    yield { at, text, kind: isComment ? "comment" : isRegex ? "regular expression" : "other" };
    if (!isComment) code += text;
    end = at + text.length;
    pieces.lastIndex = end;
  }
}

/** Returns the regular expressions that a source writes as literals, with their indexes. */
export const regularExpressionsOf = (source: string): { at: number; text: string }[] =>
  [...piecesOf(source)].filter(({ kind, text }) => kind === "regular expression" && text.length > 1);

/**
 * Returns the source with its comments blanked out, line for line, so that rules about code do not apply to prose. Strings stay.
 * It is a scanner and no parser: nested template literals count as one.
 */
export function codeOf(source: string): string {
  let code = "";
  let end = 0;
  for (const { at, text, kind } of piecesOf(source)) {
    code += source.slice(end, at) + (kind === "comment" ? text.replace(/[^\n]/g, " ") : text);
    end = at + text.length;
  }
  return code + source.slice(end);
}
