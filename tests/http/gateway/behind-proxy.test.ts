import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import test from "ava";
import { findBinary } from "../../run/find-binary.js";
import { freePort } from "../../helpers/free-port.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { type ProxyName, startProxy } from "../../helpers/start-proxy.js";
import { waitUntil } from "../../helpers/wait-until.js";

// The proxies of these tests are the examples of docs/security.md, run in front of a server.

const PASSWORD = "correct horse battery";

/** Fields of the answers of this story, of which each answer has some. */
interface Body {
  error: { code: string };
  secret: string;
  uploadUrl: string;
  storageId: string;
  object: { url: string };
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Body;
}

interface Sent {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

for (const name of ["nginx", "caddy"] as const satisfies ProxyName[]) {
  test.serial(
    `behind ${name} sessions, origins, uploads and addresses are what they are without it`,
    async (t) => {
      const binary = findBinary(name);
      if (binary === null) return t.pass(`${name} is not installed`);
      const port = await freePort();
      const base = `https://localhost:${port}`;
      const kiln = await startKiln({ BASE_URL: base, TRUST_PROXY: "loopback", SIGNUP_LIMIT: "2" });
      t.teardown(() => kiln.stop());
      const proxy = await startProxy(binary, name, { port, upstream: kiln.url });
      t.teardown(() => proxy.stop());

      const send = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
        new Promise<Answered>((resolve, reject) => {
          const url = path.startsWith("https:") ? path : `${base}${path}`;
          const type = body !== undefined && { "content-type": "application/json" };
          const options = {
            method,
            ca: proxy.certificate,
            agent: false,
            headers: { ...type, ...headers },
          } as const;
          const sent = request(url, options, (answer) => {
            const isJson = answer.headers["content-type"]?.startsWith("application/json") ?? false;
            const give = (read: unknown) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read as Body });
            if (isJson) json(answer).then(give, reject);
            else answer.resume().once("end", () => give(null));
          });
          sent.once("error", reject).end(body);
        });

      await waitUntil(async () => (await send("GET", "/readyz").catch(() => null))?.status === 200);
      const signUp = (email: string, client: string) =>
        send("POST", "/v1/auth/sign-up", {
          headers: { origin: base, "x-forwarded-for": client },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
      const ann = await signUp("ann@example.com", "203.0.113.1");
      t.is(ann.status, 200, JSON.stringify(ann.body));
      const [cookie = ""] = ann.headers["set-cookie"] as string[];
      t.regex(cookie, /; Secure/);
      // The address that a client claims is not believed: all of them count as one client.
      t.is((await signUp("bob@example.com", "203.0.113.2")).status, 200);
      t.is((await signUp("cat@example.com", "203.0.113.3")).status, 429);

      const session = { cookie: cookie.split(";")[0] ?? "" };
      const mint = (origin: string) =>
        send("POST", "/v1/api-keys", {
          headers: { ...session, origin },
          body: JSON.stringify({ name: "k", scopes: ["media:rw"] }),
        });
      t.is((await mint(`http://localhost:${port}`)).status, 403);
      t.is((await mint("https://localhost")).status, 403);
      const key = await mint(base);
      t.is(key.status, 200, JSON.stringify(key.body));
      const api = { authorization: `Bearer ${key.body.secret}` };

      const large = JSON.stringify({ padding: "x".repeat(3_000_000) });
      t.is((await send("POST", "/v1/uploads/ticket", { body: large })).status, 401);
      const read = await send("POST", "/v1/uploads/ticket", { headers: api, body: large });
      t.is(read.body.error.code, "invalid_params", "3 MB reach the service");

      const bytes = Buffer.alloc(3_000_000, 1);
      const ticket = await send("POST", "/v1/uploads/ticket", {
        headers: api,
        body: JSON.stringify({ contentType: "image/png", sizeBytes: bytes.length }),
      });
      const { uploadUrl, storageId } = ticket.body;
      t.true(uploadUrl.startsWith(`${base}/`), uploadUrl);
      const put = await send("PUT", uploadUrl, { headers: { "content-type": "image/png" }, body: bytes });
      t.is(put.status, 200, JSON.stringify(put.body));
      const commit = await send("POST", `/v1/uploads/${storageId}/commit`, { headers: api });
      t.is(commit.status, 200, JSON.stringify(commit.body));
      const { object } = (await send("GET", `/v1/storage/${storageId}`, { headers: api })).body;
      const part = await send("GET", object.url, { headers: { range: "bytes=10-19" } });
      t.deepEqual([part.status, part.headers["content-length"]], [206, "10"]);

      t.is((await send("GET", "/metrics")).status, 404);
    },
  );
}
