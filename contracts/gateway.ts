import { z } from "zod";
import { contract } from "./contract.js";

export const getHealth = contract({
  name: "gateway.health",
  description: "Tells whether the service answers, and which upstream integrations have credentials here.",
  params: z.object({}),
  result: z.strictObject({ ok: z.boolean(), providers: z.record(z.string(), z.boolean()) }),
  audience: "public",
  rest: { method: "GET", path: "/v1/health" },
});
