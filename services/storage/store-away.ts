import { ServiceError } from "../../contracts/errors.js";

/** What the store answers; 503 `unavailable` when it throws, which means that it is away. */
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
