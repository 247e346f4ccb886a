import { ServiceError } from "../../contracts/errors.js";
import {
  checkDestination,
  GuardedFetchError,
  networkPolicy,
} from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";

/**
 * Whether events may go to an address (rules/webhooks 1): https, and a name that resolves to public
 * addresses only. Asked again before every attempt. Throws `invalid_params`.
 */
export async function checkReceiver({ config }: Pick<Host, "config">, url: string): Promise<void> {
  try {
    await checkDestination(url, networkPolicy(config));
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    // Where every address is allowed, the name is not resolved: a development machine may be offline.
    if (error.reason === "unreachable" && config.allowPrivateNetwork) return;
    throw new ServiceError("invalid_params", `url: ${error.message}`, { cause: error });
  }
}
