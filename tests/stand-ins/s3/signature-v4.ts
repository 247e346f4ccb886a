import { createHash, createHmac } from "node:crypto";

/** Request as it came over the wire. The URL is still encoded. */
export interface SignedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
}

export interface Secrets {
  accessKeyId: string;
  secretAccessKey: string;
}

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Encodes a text by RFC 3986, as Signature Version 4 requires. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claim {
  credential: string;
  date: string;
  signedHeaders: string;
  signature: string;
  payloadHash: string;
  /** Milliseconds since the epoch at which the signature expires. */
  until: number;
}

function claimOf({ url, headers }: SignedRequest): Claim | null {
  const { searchParams } = new URL(url, "http://store");
  const presigned = searchParams.get("X-Amz-Signature");
  if (presigned !== null) {
    const date = searchParams.get("X-Amz-Date") ?? "";
    return {
      credential: searchParams.get("X-Amz-Credential") ?? "",
      date,
      signedHeaders: searchParams.get("X-Amz-SignedHeaders") ?? "",
      signature: presigned,
      payloadHash: "UNSIGNED-PAYLOAD",
      until: timeOf(date) + Number(searchParams.get("X-Amz-Expires")) * 1000,
    };
  }
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? "",
  );
  if (parts === null) return null;
  const date = headers["x-amz-date"] ?? "";
  return {
    credential: parts[1] ?? "",
    date,
    signedHeaders: parts[2] ?? "",
    signature: parts[3] ?? "",
    payloadHash: headers["x-amz-content-sha256"] ?? "",
    until: timeOf(date) + 15 * 60_000,
  };
}

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

function canonicalQuery(url: string): string {
  return [...new URL(url, "http://store").searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
}

function signatureOf(
  { method, url, headers }: SignedRequest,
  { credential, date, signedHeaders, payloadHash }: Claim,
  secret: string,
): string {
  const names = signedHeaders.split(";");
  const canonical = [
    method,
    url.split("?")[0] ?? "",
    canonicalQuery(url),
    ...names.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders,
    payloadHash,
  ].join("\n");
  const [, ...scope] = credential.split("/");
  const toSign = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<string | Buffer>((each, part) => hmac(each, part), `AWS4${secret}`);
  return hmac(key, toSign).toString("hex");
}

/**
 * Checks a request as the "Signature Version 4" chapters of the S3 API reference describe. Returns the code of the error, or null
 * for a valid request. `body` is compared where its hash was signed.
 */
export function refusalOf(
  request: SignedRequest,
  secrets: Secrets,
  now: number,
  body: Buffer = Buffer.alloc(0),
): string | null {
  const claim = claimOf(request);
  if (claim === null) return "AccessDenied";
  if (!claim.credential.startsWith(`${secrets.accessKeyId}/`)) return "InvalidAccessKeyId";
  if (!claim.signedHeaders.split(";").includes("host")) return "AccessDenied";
  if (now > claim.until || now < timeOf(claim.date) - 15 * 60_000) return "AccessDenied";
  if (signatureOf(request, claim, secrets.secretAccessKey) !== claim.signature)
    return "SignatureDoesNotMatch";
  const isHashed = /^[0-9a-f]{64}$/.test(claim.payloadHash);
  return isHashed && claim.payloadHash !== sha256(body) ? "XAmzContentSHA256Mismatch" : null;
}
