import type { z } from "zod";
import { ProviderError } from "../../kit/provider-error.js";

/** The parameters of a job by their schema. Throws `invalid_params`. */
export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderError("invalid_params", `params.${issue.path.join(".")} ${issue.message}`);
}
