import { RegExpParser } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import type { Check, Problem } from "./check.js";
import { regularExpressionsOf } from "./code-of.js";

const PRODUCT = /^(?:contracts|services|runtime|engines|plugins|cli|sdk|console)\/.*\.tsx?$/;

/**
 * Files whose regular expressions read short texts, or texts of the operator, of the program itself or of who has the page open: those of
 * quadratic time are left there. `new RegExp` and literals within templates are not seen.
 */
const READ_OWN_TEXTS =
  /^(?:cli\/|sdk\/|console\/|runtime\/config\/load-config|runtime\/process\/tracing\/|services\/gateway\/openapi-parameters|plugins\/kit\/object-store\/open-bucket|plugins\/mail\/file\/compose-mail|plugins\/providers\/google\/index)/;

/**
 * Finds regular expressions that somebody's text can make slow. One of 100 characters held the event loop for hours: each blank could
 * be matched in two ways.
 */
export const regularExpressions: Check = {
  name: "Regular expressions take time in proportion to the text",
  run: (files) =>
    files
      .filter(({ path }) => PRODUCT.test(path))
      .flatMap(({ path, text }) =>
        regularExpressionsOf(text).flatMap(({ at, text: literal }): Problem[] => {
          const growth = growthOf(literal);
          if (growth === null || (growth === "polynomially" && READ_OWN_TEXTS.test(path))) return [];
          const line = text.slice(0, at).split("\n").length;
          return [{ path, line, message: `${literal} may take time that grows ${growth} with the text` }];
        }),
      ),
};

const parser = new RegExpParser();

function growthOf(literal: string): "exponentially" | "polynomially" | null {
  const parsed = parse(literal);
  if (parsed === null) return null;
  const { reports } = analyse(parsed);
  if (reports.length === 0) return null;
  return reports.some(({ exponential }) => exponential) ? "exponentially" : "polynomially";
}

/** Parses a literal; null for what is none: the scanner takes the ends of tags in nested templates for literals. */
function parse(literal: string): ReturnType<RegExpParser["parseLiteral"]> | null {
  try {
    return parser.parseLiteral(literal);
  } catch {
    return null;
  }
}
