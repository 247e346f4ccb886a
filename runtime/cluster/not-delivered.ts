import { Errors } from "moleculer";

/** A call that reached nobody: nothing of it was done, and another node may do it. */
export class NotDeliveredError extends Errors.MoleculerRetryableError {
  constructor(action: string, nodeId: string) {
    super(`Node ${nodeId} was gone before the call of ${action} reached it.`, 503, "NOT_DELIVERED", {});
    this.name = "NotDeliveredError";
  }
}
