import type { z } from "zod";
import { quoted } from "../../contracts/nearest-name.js";

type Issue = z.core.$ZodIssue;

const pathOf = (issue: Issue): string =>
  issue.path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
    )
    .join("");

function sentence(issue: Issue): string {
  const path = pathOf(issue);
  const field = path === "" ? "The body" : path;
  switch (issue.code) {
    case "unrecognized_keys":
      return `${path === "" ? "" : `${path}: `}${issue.message.startsWith("Unrecognized") ? `unknown field ${issue.keys.map(quoted).join(", ")}` : issue.message}`;
    case "invalid_value":
      return `${field} ${issue.input === undefined ? "is required: " : "must be "}${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union":
      return issue.input === undefined ? `${field} is required` : `${field} ${issue.message}`;
    case "invalid_type":
      return `${field} ${ofType(issue)}`;
    case "too_small":
      return issue.message.startsWith("Too small")
        ? `${field} must ${bound("at least", issue.minimum, issue.origin)}`
        : `${field} ${issue.message}`;
    case "too_big":
      return issue.message.startsWith("Too big")
        ? `${field} must ${bound("at most", issue.maximum, issue.origin)}`
        : `${field} ${issue.message}`;
    default:
      return `${field} ${issue.message}`;
  }
}

/** A missing value "is required"; one of another type is told the type, also where the contract has a sentence for both. */
function ofType({ input, message, expected }: z.core.$ZodIssueInvalidType): string {
  const type = `must be of type ${expected === "record" ? "object" : expected}`;
  if (message.startsWith("Invalid input")) return input === undefined ? "is required" : type;
  if (input === undefined || input === null || !message.startsWith(REQUIRED)) return message;
  return message === REQUIRED ? type : message.replace(`${REQUIRED}: `, "must be ");
}

const REQUIRED = "is required";

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

function bound(which: string, limit: number | bigint, origin: string): string {
  const units = UNITS[origin];
  return units === undefined
    ? `be ${which} ${limit}`
    : `have ${which} ${limit} ${Number(limit) === 1 ? units[0] : units[1]}`;
}

/**
 * The first rule that each value breaks: a check of length behind one of type would speak of a thing that is not there,
 * and checks that overlap would say one rule twice. Unknown fields stand beside what else is wrong with their object.
 */
function firstOfEach(issues: readonly Issue[]): string[] {
  const sentences = new Map<string, string>();
  for (const issue of issues) {
    const at = `${issue.code === "unrecognized_keys" ? "unknown " : ""}${JSON.stringify(issue.path)}`;
    if (!sentences.has(at)) sentences.set(at, sentence(issue));
  }
  return [...new Set(sentences.values())];
}

/** One sentence that names each field at fault once, and what it accepts. */
export const issueSentence = (issues: readonly Issue[]): string =>
  `${firstOfEach(issues).slice(0, 5).join("; ")}.`;
