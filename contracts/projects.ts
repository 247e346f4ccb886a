import { z } from "zod";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** Who pays and where work lands (spec: Global conventions 9). Between services. */
export const resolvePayer = contract({
  name: "projects.resolvePayer",
  description:
    "The payer of work in a project; null projectId for one's own default project. not_found for strangers.",
  params: z.object({ projectId: uuid().nullable() }),
  result: z.strictObject({ projectId: z.string().nullable(), payerId: z.string() }),
  audience: "internal",
});
