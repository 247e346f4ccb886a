import { type Auth, delegateOf } from "../../contracts/auth.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";

/**
 * Returns the credential that runs and triggers record when they are made or taken over; when it ends, so does
 * their work.
 */
export function actsBy(auth: Auth): Pick<WorkflowRun, "credentialKind" | "credentialId" | "scopes"> {
  const delegate = delegateOf(auth);
  return {
    credentialKind: delegate?.kind ?? null,
    credentialId: delegate?.id ?? null,
    scopes: auth.scopes === null ? null : [...auth.scopes],
  };
}
