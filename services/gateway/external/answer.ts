/** The answer of an external service, and the form in which it wants the answer written. */
export interface ExternalAnswer {
  data: unknown;
  /** The meta of the call: `$statusCode`, `$location` and `$responseType`, as Moleculer's services set it. */
  meta: Readonly<Record<string, unknown>>;
}

export interface Written {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const STATUSES = new Set([200, 201, 202, 203, 204, 301, 302, 303, 307, 308]);
const JSON_TYPE = "application/json; charset=utf-8";
/** The content types that no browser runs on Kiln's origin. */
const TYPE =
  /^(?:text\/(?:plain|csv)|application\/(?:json|octet-stream|pdf)|image\/(?:png|jpeg|webp|gif))(?:; ?charset=utf-8)?$/i;
/** An address on another host, or a path of this one. */
const LOCATION = /^(?:https?:\/\/|\/(?![/\\]))[\x21-\x7e]{0,2000}$/;
/** The header by which a browser does not treat an answer as a page of Kiln. */
const SANDBOX = { "content-security-policy": "sandbox; default-src 'none'" };

/**
 * Returns the answer as HTTP. A status that is no success, a location that is not valid and a type that a
 * browser may run are left out; the answer is 200 with JSON then.
 */
export function write({ data, meta }: ExternalAnswer): Written {
  const { $statusCode, $location, $responseType } = meta;
  const headers: Record<string, string> = { ...SANDBOX };
  let status = typeof $statusCode === "number" && STATUSES.has($statusCode) ? $statusCode : 200;
  if (typeof $location === "string" && LOCATION.test($location)) headers.location = $location;
  else if (status >= 300) status = 200;
  if (data === null || data === undefined || status === 204)
    return { status: status === 200 ? 204 : status, headers, body: undefined };
  const type = typeof $responseType === "string" && TYPE.test($responseType) ? $responseType : null;
  const bytes = bytesOf(data);
  if (bytes !== null)
    return {
      status,
      headers: { ...headers, "content-type": type ?? "application/octet-stream" },
      body: bytes,
    };
  if (typeof data === "string" && type !== null)
    return { status, headers: { ...headers, "content-type": type }, body: data };
  return { status, headers: { ...headers, "content-type": JSON_TYPE }, body: JSON.stringify(data) };
}

/** Returns the bytes of a buffer that came as JSON, or null for other data. */
function bytesOf(data: unknown): Buffer | null {
  const { type, data: bytes } = data as { type?: unknown; data?: unknown };
  return type === "Buffer" && Array.isArray(bytes) ? Buffer.from(bytes as number[]) : null;
}
