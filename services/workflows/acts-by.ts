import { type Auth, delegateOf } from "../../contracts/auth.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";

/** What runs and triggers keep of who made them or last took them over: what they do ends with that key or agent. */
export function actsBy(auth: Auth): Pick<WorkflowRun, "credentialKind" | "credentialId" | "scopes"> {
  const delegate = delegateOf(auth);
  return {
    credentialKind: delegate?.kind ?? null,
    credentialId: delegate?.id ?? null,
    scopes: auth.scopes === null ? null : [...auth.scopes],
  };
}
