import { z } from "zod";
import { contract, ok } from "./contract.js";

/**
 * Tells workflows that a credential has ended. `identity` repeats the call between services until it
 * succeeds.
 */
export const workflowsCredentialEnded = contract({
  name: "workflows.credentialEnded",
  description: "Switches off the triggers that a deleted key or a disconnected agent made or changed last.",
  params: z.object({ credentialId: z.string().describe("Id of the key or of the grant.") }),
  result: ok,
  audience: "internal",
  effect: "write",
});

/**
 * Tells workflows that sessions have ended. `identity` repeats the call between services until it succeeds.
 */
export const workflowsSessionsEnded = contract({
  name: "workflows.sessionsEnded",
  description:
    "Switches off the triggers of an account that were made or changed last by sessions that a password reset ended.",
  params: z.object({
    accountId: z.string(),
    before: z
      .int()
      .describe(
        "Time at which the sessions ended, in ms since the epoch: triggers that were changed later belong to newer sessions.",
      ),
  }),
  result: ok,
  audience: "internal",
  effect: "write",
});
