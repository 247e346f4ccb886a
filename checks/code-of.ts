/** Pattern of text after which a slash divides. After any other text it opens a regular expression. */
const ENDS_A_VALUE = /[\w$)\]}]$/;
const KEYWORD = /(^|[^\w$.])(return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

const PIECES = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\//g;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/**
 * Returns the source with its comments blanked out, line for line, so that rules about code do not apply to prose. Strings stay.
 * It is a scanner and no parser: nested template literals count as one.
 */
export function codeOf(source: string): string {
  let code = "";
  let at = 0;
  PIECES.lastIndex = 0;
  for (let piece = PIECES.exec(source); piece !== null; piece = PIECES.exec(source)) {
    code += source.slice(at, piece.index);
    at = piece.index;
    let text = piece[0];
    if (text.startsWith("//") || text.startsWith("/*")) {
      code += text.replace(/[^\n]/g, " ");
    } else {
      const before = code.trimEnd();
      if (text === "/" && (!ENDS_A_VALUE.test(before) || KEYWORD.test(before))) {
        REGEX.lastIndex = at;
        text = REGEX.exec(source)?.[0] ?? text;
      }
      code += text;
    }
    at += text.length;
    PIECES.lastIndex = at;
  }
  return code + source.slice(at);
}
