import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { EncodedUpload } from "../../plugins/kit/storage-driver.js";

/**
 * Awaits the store's answer. Throws `invalid_params` for an upload that its sender encoded (rules/storage 36), and 503 `unavailable`
 * for what else the store throws, which means that it is away.
 */
export async function askStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EncodedUpload) throw invalidParams(error.message);
    throw new ServiceError("unavailable", "The media store is away. Retry later.", {
      details: { retryAfterSeconds: 5 },
      cause: error,
    });
  }
}
