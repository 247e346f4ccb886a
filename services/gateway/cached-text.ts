const cached = new WeakMap<object, string | Buffer>();

/**
 * The length below which an answer stays a string: the server sends head and body of a string in one cheaper
 * write.
 */
const MIN_BUFFER_LENGTH = 2048;

/**
 * Returns the JSON of a frozen result. Such results are given again and again (a catalog, a health answer),
 * so their text is cached. A long text is cached as bytes, because the socket would encode the string anew for
 * every answer (a quarter of the work of `GET /v1/models`, docs/benchmarks.md).
 */
export function cachedText(result: object): string | Buffer {
  let body = cached.get(result);
  if (body === undefined) {
    const text = JSON.stringify(result);
    body = text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text);
    cached.set(result, body);
  }
  return body;
}
