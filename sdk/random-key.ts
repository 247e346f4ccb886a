/** Returns a random Idempotency-Key. On plain http, browsers offer `randomUUID` on localhost only. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
