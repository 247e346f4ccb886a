/** `KEY=svc_sk_… npm run site`: see README.md beside this file. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createKiln } from "../../sdk/index.js";
import { setUp } from "./set-up.js";
import { Site } from "./site.js";

const { KILN = "http://localhost:3000", KEY, PROJECT, SITE_PORT = "8080", SITE_URL } = process.env;
const PREVIEW_SECRET = process.env["PREVIEW_SECRET"] ?? randomBytes(16).toString("base64url");
if (KEY === undefined) {
  console.error("KEY is missing: an API key of the owner of a project (README.md).");
  process.exit(2);
}

const server = createServer();
await new Promise<void>((resolve) => server.listen(Number(SITE_PORT), resolve));
const url = SITE_URL ?? `http://localhost:${(server.address() as AddressInfo).port}`;
try {
  const access = await setUp(createKiln({ url: KILN, key: KEY }), `${url}/hooks/kiln`, PROJECT);
  const site = new Site(KILN, PREVIEW_SECRET, access);
  server.on("request", (request, response) => {
    site.answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(502);
      response.end("Kiln did not answer.\n");
    });
  });
  console.log(`Site     ${url}/`);
  console.log(`Preview  ${url}/preview?secret=${PREVIEW_SECRET}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
