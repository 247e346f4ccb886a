import test from "ava";
import { refusalOf, type SignedRequest } from "../../stand-ins/s3/signature-v4.js";

/**
 * Secrets of the examples in the S3 API reference, "Authenticating Requests (AWS Signature Version 4)", which are AWS's own
 * example keys.
 */
const SECRETS = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const NOW = Date.parse("2013-05-24T00:00:01Z");
const HOST = "examplebucket.s3.amazonaws.com";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const SCOPE = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";

const signed = (
  method: string,
  url: string,
  headers: Record<string, string>,
  signature: string,
): SignedRequest => {
  const all: Record<string, string> = {
    host: HOST,
    "x-amz-date": "20130524T000000Z",
    "x-amz-content-sha256": EMPTY,
    ...headers,
  };
  const names = Object.keys(all).sort().join(";");
  const authorization = `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${names},Signature=${signature}`;
  return { method, url, headers: { ...all, authorization } };
};

const EXAMPLES: { request: SignedRequest; body?: string }[] = [
  {
    request: signed(
      "GET",
      "/test.txt",
      { range: "bytes=0-9" },
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ),
  },
  {
    request: signed(
      "PUT",
      "/test%24file.text",
      {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
        "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
      },
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ),
    body: "Welcome to Amazon S3.",
  },
  {
    request: signed(
      "GET",
      "/?lifecycle",
      {},
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    ),
  },
  {
    request: signed(
      "GET",
      "/?max-keys=2&prefix=J",
      {},
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ),
  },
  {
    request: {
      method: "GET",
      url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(SCOPE)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
      headers: { host: HOST },
    },
  },
];

test("the stand-in's verification accepts the published examples of Signature Version 4", (t) => {
  for (const { request, body = "" } of EXAMPLES)
    t.is(refusalOf(request, SECRETS, NOW, Buffer.from(body)), null, `${request.method} ${request.url}`);
});

test("it refuses them once anything signed is changed, and when they are late", (t) => {
  for (const { request, body = "" } of EXAMPLES) {
    const bytes = Buffer.from(body);
    t.truthy(refusalOf({ ...request, method: "DELETE" }, SECRETS, NOW, bytes));
    t.truthy(refusalOf({ ...request, url: request.url.replace(/^\/[a-z?%0-9]/, "/z") }, SECRETS, NOW, bytes));
    t.truthy(refusalOf({ ...request, headers: { ...request.headers, host: "other" } }, SECRETS, NOW, bytes));
    t.truthy(refusalOf(request, { ...SECRETS, secretAccessKey: "other" }, NOW, bytes));
    t.is(refusalOf(request, SECRETS, NOW + 25 * 3600_000, bytes), "AccessDenied");
  }
});
