import { createHmac, timingSafeEqual } from "node:crypto";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";

type Addressed = Pick<WorkflowTrigger, "id" | "addressTurn">;

const signatureOf = ({ keys }: Pick<Host, "keys">, { id, addressTurn }: Addressed): string =>
  createHmac("sha256", keys.derive("workflow triggers")).update(`${id}.${addressTurn}`).digest("base64url");

/** Returns the address whose call starts a run. Its signature is derived from the deployment's secret. */
export const addressOf = (host: Pick<Host, "keys" | "baseUrl">, trigger: Addressed): string =>
  `${host.baseUrl}/v1/workflow-triggers/${trigger.id}/fire?signature=${signatureOf(host, trigger)}`;

/** Checks a signature in constant time. */
export function isSigned(host: Pick<Host, "keys">, trigger: Addressed, signature: string): boolean {
  const [own, given] = [Buffer.from(signatureOf(host, trigger)), Buffer.from(signature)];
  return own.length === given.length && timingSafeEqual(own, given);
}
