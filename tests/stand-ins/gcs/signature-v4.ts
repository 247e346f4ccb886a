import { createHash, createVerify, type KeyObject } from "node:crypto";

/** Request as it came over the wire. The URL is still encoded. */
export interface SignedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** Builds the string to sign of Google's "V4 signing process" from the canonical request, with its scope and date. */
function stringToSign({ method, url, headers }: SignedRequest): string {
  const { searchParams: query } = new URL(url, "http://store");
  const signedHeaders = query.get("X-Goog-SignedHeaders") ?? "";
  const canonicalQuery = [...query]
    .filter(([name]) => name !== "X-Goog-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const canonical = [
    method,
    url.replace(/^https?:\/\/[^/]+/, "").split("?")[0],
    canonicalQuery,
    ...signedHeaders.split(";").map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders,
    headers["x-goog-content-sha256"] ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const [, ...scope] = (query.get("X-Goog-Credential") ?? "").split("/");
  const hash = createHash("sha256").update(canonical).digest("hex");
  return ["GOOG4-RSA-SHA256", query.get("X-Goog-Date") ?? "", scope.join("/"), hash].join("\n");
}

/**
 * Checks a signed URL with the public key of the account that signed it. Returns the code of the error, or null for a valid URL.
 */
export function refusalOf(request: SignedRequest, key: KeyObject, now: number): string | null {
  const { searchParams: query } = new URL(request.url, "http://store");
  if (query.get("X-Goog-Algorithm") !== "GOOG4-RSA-SHA256") return "AccessDenied";
  const signedHeaders = (query.get("X-Goog-SignedHeaders") ?? "").split(";");
  if (!signedHeaders.includes("host")) return "AccessDenied";
  const from = timeOf(query.get("X-Goog-Date") ?? "");
  const life = Number(query.get("X-Goog-Expires"));
  if (!(life > 0 && life <= 604_800)) return "InvalidArgument";
  if (now < from - 15 * 60_000 || now > from + life * 1000) return "ExpiredToken";
  const signature = Buffer.from(query.get("X-Goog-Signature") ?? "", "hex");
  const isGood = createVerify("sha256").update(stringToSign(request)).verify(key, signature);
  return isGood ? null : "SignatureDoesNotMatch";
}
