import test from "ava";
import { z } from "zod";
import { generationParams, PARAM_LIMITS } from "../../../contracts/generation-params.js";

test("params have a JSON Schema that states every limit (rules/models 37)", (t) => {
  const schema = JSON.stringify(z.toJSONSchema(generationParams, { io: "input" }));
  for (const part of [
    `"maxLength":${PARAM_LIMITS.textCodePoints}`,
    `"maxItems":${PARAM_LIMITS.references}`,
    `"maximum":${PARAM_LIMITS.declaredSeconds}`,
    `"exclusiveMinimum":0`,
    `"format":"uuid"`,
    `"additionalProperties":false`,
  ])
    t.true(schema.includes(part), part);
});
