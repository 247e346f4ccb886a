import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import { REPOSITORY } from "../../../checks/repository.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
let browser: Browser;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.host.baseUrl);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Opens a page of the server's own origin that is signed in and has the library. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext();
  const { baseUrl } = kiln.host;
  const [name = "", value = ""] = (ann.session.headers["cookie"] ?? "").split("=");
  await context.addCookies([{ name, value, url: baseUrl }]);
  const page = await context.newPage();
  await page.route(`${baseUrl}/sdk/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = readFileSync(join(REPOSITORY, "dist", path), "utf8");
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.route(`${baseUrl}/blank`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await page.goto(`${baseUrl}/blank`);
  return page;
}

const HEAD =
  'const sdk = await import("/sdk/index.js"); const kiln = sdk.createKiln({ url: location.origin });';
const run = (page: Page, code: string): Promise<unknown> =>
  page.evaluate(`(async () => { ${HEAD} ${code} })()`);

test("in a page, with its session, a job is made and waited for by events (rules/clients 6)", async (t) => {
  const page = await openPage();
  const found = await run(
    page,
    `const { job } = await kiln.generation.create({
       model: "mock-image",
       params: { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 },
     });
     let wasLive = false;
     const done = await sdk.waitForJob(kiln, job.id, { onChange: () => (wasLive ||= kiln.changes.isLive) });
     return [done.status, wasLive];`,
  );
  t.deepEqual(found, ["succeeded", true]);
});

test("in a page a file is uploaded with progress, sent again after a broken connection, and stopped by a signal (rules/clients 7)", async (t) => {
  const page = await openPage();
  let puts = 0;
  await page.route(
    () => true,
    (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      return ++puts === 1 ? route.abort("connectionreset") : route.fallback();
    },
  );
  const found = await run(
    page,
    `const file = new File([new Uint8Array(300_000).fill(5)], "five.bin", { type: "application/octet-stream" });
     let sent = 0;
     const made = await sdk.upload(kiln, file, { onProgress: (progress) => (sent = progress.sentBytes) });
     const { object } = await kiln.storage.get({ storageId: made.storageId });
     const stop = AbortSignal.abort(new Error("enough"));
     const stopped = await sdk.upload(kiln, file, { signal: stop }).catch((error) => error.message);
     return [object.filename, object.sizeBytes, sent, stopped];`,
  );
  t.deepEqual(found, ["five.bin", 300_000, 300_000, "enough"]);
  t.is(puts, 2);
});

test("in a page webhooks are verified by Web Crypto, and errors are classes by their code (rules/clients 4 and 9)", async (t) => {
  const page = await openPage();
  const found = await run(
    page,
    `const missing = await kiln.generation.get({ id: crypto.randomUUID() }).catch((error) => error instanceof sdk.NotFoundError);
     const secret = "whsec_" + btoa("x".repeat(32));
     const body = '{"event":"document.delete"}';
     const at = String(Date.now());
     const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
     const made = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(at + "." + body)));
     const hex = [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
     const headers = { "X-Svc-Timestamp": at, "X-Svc-Signature": "sha256=" + hex };
     const taken = await sdk.verifyWebhook(secret, headers, body);
     const refused = await sdk.verifyWebhook(secret, headers, body + " ").catch((error) => error instanceof sdk.WebhookError);
     return [missing, taken.event, refused];`,
  );
  t.deepEqual(found, [true, "document.delete", true]);
});
