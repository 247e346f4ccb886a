import type { z } from "zod";
import { quoted } from "../contracts/nearest-name.js";

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
      return issue.input === undefined && issue.message.startsWith("Invalid input")
        ? `${field} is required`
        : `${field}${issue.message.startsWith("Invalid input") ? ` must be of type ${issue.expected}` : ` ${issue.message}`}`;
    case "too_small":
      return issue.message.startsWith("Too small")
        ? `${field} must be at least ${String(issue.minimum)}${unit(issue.origin)}`
        : `${field} ${issue.message}`;
    case "too_big":
      return issue.message.startsWith("Too big")
        ? `${field} must be at most ${String(issue.maximum)}${unit(issue.origin)}`
        : `${field} ${issue.message}`;
    default:
      return `${field} ${issue.message}`;
  }
}

const unit = (origin: string): string =>
  origin === "string" ? " characters long" : origin === "array" ? " entries long" : "";

/** One sentence that names each field at fault and what it accepts; two checks that say the same are said once. */
export const issueSentence = (issues: readonly Issue[]): string =>
  `${[...new Set(issues.map(sentence))].slice(0, 5).join("; ")}.`;
