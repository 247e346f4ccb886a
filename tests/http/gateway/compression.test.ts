import { brotliDecompressSync, gunzipSync } from "node:zlib";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const get = (path: string, headers: Record<string, string>, method = "GET") =>
  rawRequest(`${kiln.url}${path}`, { method, headers });

test("answers, the OpenAPI document and the reference are compressed for who accepts it (rules/edge 10; ADR-0067)", async (t) => {
  const authorization = `Bearer ${ann.key}`;
  for (const path of [
    "/v1/models",
    "/v1/openapi.json",
    "/docs/swagger-ui.css",
    "/docs/swagger-ui-bundle.js",
  ]) {
    const plain = await get(path, { authorization });
    t.is(plain.headers["content-encoding"], undefined);
    t.regex(plain.headers.vary ?? "", /accept-encoding/i, path);
    for (let time = 0; time < 2; time++)
      for (const [coding, decode] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync],
      ] as const) {
        const { headers, body } = await get(path, { authorization, "accept-encoding": coding });
        t.is(headers["content-encoding"], coding, path);
        t.is(headers["content-length"], String(body.length), path);
        t.regex(headers.vary ?? "", /accept-encoding/i, path);
        t.true(body.length < plain.body.length / 2, path);
        t.true(decode(body).equals(plain.body), path);
        const head = await get(path, { authorization, "accept-encoding": coding }, "HEAD");
        t.is(head.headers["content-encoding"], coding);
        t.is(head.headers["content-length"], headers["content-length"]);
      }
  }
});

test("short answers, refusals and 404 go as they are, and say what they vary by (rules/edge 10)", async (t) => {
  for (const [path, status] of [
    ["/v1/health", 200],
    ["/v1/account", 401],
    ["/v1/nowhere", 404],
  ] as const) {
    const { status: given, headers } = await get(path, { "accept-encoding": "br" });
    t.is(given, status);
    t.is(headers["content-encoding"], undefined);
    t.regex(headers.vary ?? "", /accept-encoding/i, path);
  }
});

test("an answer to a cookie is compressed for the service's own pages only, and never where it sets one (BREACH) (rules/edge 10)", async (t) => {
  const cookie = String(ann.session.headers["cookie"]);
  const asked = { cookie, "accept-encoding": "gzip" };
  const codingFor = async (more: Record<string, string>) =>
    (await get("/v1/models", { ...asked, ...more })).headers["content-encoding"];
  t.is(await codingFor({ "sec-fetch-site": "same-origin" }), "gzip");
  for (const site of ["cross-site", "same-site", "none"])
    t.is(await codingFor({ "sec-fetch-site": site }), undefined, site);
  t.is(await codingFor({}), undefined);
  const asset = await get("/docs/swagger-ui.css", asked);
  t.is(asset.headers["content-encoding"], "gzip", "what is public has no secret");
  const body = Buffer.from(JSON.stringify({ email: ann.email, password: ann.password }));
  const signedIn = await rawRequest(`${kiln.url}/v1/auth/sign-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": String(body.length),
      "accept-encoding": "gzip, identity;q=0",
    },
    pieces: [body],
  });
  t.is(signedIn.status, 200);
  t.truthy(signedIn.headers["set-cookie"]);
  t.is(signedIn.headers["content-encoding"], undefined);
});
