import { z } from "zod";
import { contract, ok } from "./contract.js";

/** Between services: `identity` calls it until it was heard; it may be repeated. */
export const workflowsCredentialEnded = contract({
  name: "workflows.credentialEnded",
  description:
    "Switches off the triggers that a deleted key or a disconnected agent made or changed last, or sessions that a reset of the password ended.",
  params: z.object({
    credentialId: z
      .string()
      .describe("Id of the key or of the grant; of the account whose sessions have ended."),
    sessionsBefore: z
      .int()
      .optional()
      .describe("When its sessions ended: triggers that were changed later belong to newer ones."),
  }),
  result: ok,
  audience: "internal",
  effect: "write",
});
