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
