/** What an external service answered, and how it wants it written. */
export interface ExternalAnswer {
  data: unknown;
  /** Of the call: `$statusCode`, `$location` and `$responseType` as Moleculer's services set them. */
  meta: Readonly<Record<string, unknown>>;
}

export interface Written {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const STATUSES = new Set([200, 201, 202, 203, 204, 301, 302, 303, 307, 308]);
const JSON_TYPE = "application/json; charset=utf-8";
/** What no browser runs on our origin. */
const TYPE =
  /^(?:text\/(?:plain|csv)|application\/(?:json|octet-stream|pdf)|image\/(?:png|jpeg|webp|gif))(?:; ?charset=utf-8)?$/i;
/** An address elsewhere, or a path of ours. */
const LOCATION = /^(?:https?:\/\/|\/(?![/\\]))[\x21-\x7e]{0,2000}$/;
/** Whatever it is, it is no page of ours. */
const SANDBOX = { "content-security-policy": "sandbox; default-src 'none'" };

/**
 * The answer as HTTP. A status that is no success, a location that is none and a type that a browser may run are left
 * out: the answer is 200 with JSON then.
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

/** A buffer as it comes in JSON. */
function bytesOf(data: unknown): Buffer | null {
  const { type, data: bytes } = data as { type?: unknown; data?: unknown };
  return type === "Buffer" && Array.isArray(bytes) ? Buffer.from(bytes as number[]) : null;
}
