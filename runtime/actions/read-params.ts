import { z } from "zod";
import { ServiceError } from "../../contracts/errors.js";
import { withNearest } from "../../contracts/nearest-name.js";
import { issueSentence } from "./issue-sentence.js";

/**
 * What a caller sent, parsed; throws `invalid_params` with a sentence that names each field at fault. An unknown name
 * is refused with the nearest known one (rules/edge 18), `elsewhere` being those that a body does not bring.
 */
export function readParams<P extends z.ZodType>(
  schema: P,
  raw: unknown,
  elsewhere: readonly string[] = [],
): z.output<P> {
  const parsed = schema.safeParse(raw, {
    reportInput: true,
    error: (issue) => (issue.code === "unrecognized_keys" ? refusal(issue, elsewhere) : undefined),
  });
  if (!parsed.success) throw new ServiceError("invalid_params", issueSentence(parsed.error.issues));
  return parsed.data;
}

function refusal(
  { keys, inst, path }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>,
  elsewhere: readonly string[],
): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const isInside = path !== undefined && path.length > 0;
  const own = isInside ? known : known.filter((name) => !elsewhere.includes(name));
  return `unknown field${keys.length > 1 ? "s" : ""} ${withNearest(keys, own)}`;
}
