// @ts-check
// WEBHOOK_SECRET=whsec_… PORT=8787 node examples/webhook-receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const { WEBHOOK_SECRET = "", PORT = "8787" } = process.env;
const TOLERANCE_MS = 5 * 60_000;

/**
 * Whether a request is Kiln's, untouched and not an old one sent again.
 *
 * @param {string} secret the whole of it, with `whsec_`
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {Buffer} rawBody as it came: parsing and writing JSON again changes it
 */
function isGenuine(secret, headers, rawBody) {
  const timestamp = String(headers["x-svc-timestamp"]);
  const age = Math.abs(Date.now() - Number(timestamp));
  if (!(age <= TOLERANCE_MS)) return false;
  const hmac = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex");
  const expected = Buffer.from(`sha256=${hmac}`);
  const given = Buffer.from(String(headers["x-svc-signature"]));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Deliveries that came already; a real receiver keeps them where it keeps its work. */
const seen = new Set();

const server = createServer(async (request, response) => {
  const rawBody = await buffer(request);
  if (!isGenuine(WEBHOOK_SECRET, request.headers, rawBody)) return response.writeHead(401).end();
  const delivery = request.headers["x-svc-delivery"];
  // Answer first, work later: after 15 seconds without an answer it is sent again.
  response.writeHead(204).end();
  if (seen.has(delivery)) return;
  seen.add(delivery);
  const { event, type, documentId, locales } = JSON.parse(rawBody.toString("utf8"));
  console.log(event, type, documentId, locales ?? "");
});
server.listen(Number(PORT), () => console.log(`listening on ${PORT}`));
