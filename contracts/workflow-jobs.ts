import { z } from "zod";
import { contract } from "./contract.js";

/** Tells which jobs of other areas are still referred to by runs. It is called between services. */
export const readReferredJobs = contract({
  name: "workflows.referredJobs",
  description: "Reads which of some jobs a step of a run names, whatever the kind of the job.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({ ids: z.array(z.string()) }),
  audience: "internal",
});
