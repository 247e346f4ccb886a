import { ServiceError } from "../../contracts/errors.js";

/**
 * The refusal of a credential (spec: Authentication 3). It tells of a delivery token by its prefix what to send instead,
 * and never whether a credential exists.
 */
export const unauthenticated = (
  bearer: string | null,
  instead = "an API key, which begins with svc_sk_",
): ServiceError =>
  bearer?.startsWith("svc_ct_")
    ? new ServiceError("unauthenticated", `A delivery token only opens content delivery: send ${instead}.`)
    : new ServiceError("unauthenticated");
