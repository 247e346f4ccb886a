import { z } from "zod";
import { ServiceError } from "../../contracts/errors.js";
import { withNearest } from "../../contracts/nearest-name.js";
import { issueSentence } from "./issue-sentence.js";

/**
 * Parses the parameters that a caller sent and throws `invalid_params` with a sentence that names each field
 * at fault. An unknown name is refused with the nearest known one (rules/edge 18); `elsewhere` lists the
 * names that do not come from the body.
 */
export function readParams<P extends z.ZodType>(
  schema: P,
  raw: unknown,
  elsewhere: readonly string[] = [],
): z.output<P> {
  const parsed = schema.safeParse(raw, reading(elsewhere));
  if (!parsed.success) throw unfitParams(parsed.error);
  return parsed.data;
}

/** Returns the options for parsing callers' parameters. */
export const reading = (elsewhere: readonly string[] = []): z.core.ParseContext<z.core.$ZodIssue> => ({
  reportInput: true,
  error: (issue) => (issue.code === "unrecognized_keys" ? refusal(issue, elsewhere) : undefined),
});

/** Returns the refusal of parameters that a parse with `reading` did not accept. */
export const unfitParams = ({ issues }: z.ZodError): ServiceError =>
  new ServiceError("invalid_params", issueSentence(issues));

function refusal(
  { keys, inst, path }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>,
  elsewhere: readonly string[],
): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const isInside = path !== undefined && path.length > 0;
  const own = isInside ? known : known.filter((name) => !elsewhere.includes(name));
  return `unknown field${keys.length > 1 ? "s" : ""} ${withNearest(keys, own)}`;
}
