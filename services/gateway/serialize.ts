const kept = new WeakMap<object, string | Buffer>();

/** Below this the server sends head and body as one string, in one cheaper write. */
const MIN_BUFFER_LENGTH = 2048;

/**
 * JSON of a result. Frozen results are given again and again (a catalog, a health answer): what is sent
 * is kept. As bytes when it is long, for the socket would encode the string anew for every answer (a
 * quarter of the work of `GET /v1/models`, docs/benchmarks.md).
 */
export function serialize(result: object): string | Buffer {
  if (!Object.isFrozen(result)) return JSON.stringify(result);
  let body = kept.get(result);
  if (body === undefined) {
    const text = JSON.stringify(result);
    body = text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text);
    kept.set(result, body);
  }
  return body;
}
