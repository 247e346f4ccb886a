import { ServiceError } from "../../contracts/errors.js";

/** Awaits the store's answer. Throws 503 `unavailable` when the store throws, which means that it is away. */
export async function askStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new ServiceError("unavailable", "The media store is away. Retry later.", {
      details: { retryAfterSeconds: 5 },
      cause: error,
    });
  }
}
