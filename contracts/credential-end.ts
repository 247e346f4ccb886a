import { z } from "zod";
import { contract, ok } from "./contract.js";

/** Between services: `identity` calls it until it was heard; it may be repeated. */
export const workflowsCredentialEnded = contract({
  name: "workflows.credentialEnded",
  description: "Switches off the triggers that a deleted key or a disconnected agent made or changed last.",
  params: z.object({ credentialId: z.string().describe("Id of the key or of the grant.") }),
  result: ok,
  audience: "internal",
  effect: "write",
});

/** Between services: `identity` calls it until it was heard; it may be repeated. */
export const workflowsSessionsEnded = contract({
  name: "workflows.sessionsEnded",
  description:
    "Switches off the triggers of an account that were made or changed last by sessions that a reset of the password ended.",
  params: z.object({
    accountId: z.string(),
    before: z
      .int()
      .describe(
        "When the sessions ended, in ms since the epoch: triggers that were changed later belong to newer ones.",
      ),
  }),
  result: ok,
  audience: "internal",
  effect: "write",
});
