import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { freePort } from "../../helpers/free-port.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const EXAMPLE = "examples/webhook-receiver.mjs";

test("docs/webhooks.md shows the example receiver word for word", async (t) => {
  const [doc, example] = await Promise.all([
    readFile(`${PACKAGE_ROOT}/docs/webhooks.md`, "utf8"),
    readFile(`${PACKAGE_ROOT}/${EXAMPLE}`, "utf8"),
  ]);
  const [, shown] = /```js\n(\/\/ @ts-check\n[\s\S]*?)```/.exec(doc) ?? [];
  t.is(shown, example);
});

test("the example receiver takes what Kiln sends, once, and refuses what is not Kiln's (docs/webhooks.md) (rules/webhooks 4)", async (t) => {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  t.teardown(() => kiln.stop());
  const owner = await signUp(kiln.url);
  const projectId = await makeProject(owner);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const webhook = await makeWebhook(owner.api, projectId, url);
  const child = spawn(process.execPath, [`${PACKAGE_ROOT}/${EXAMPLE}`], {
    env: { WEBHOOK_SECRET: webhook.secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  await until(async () => lines.length === 1);
  const event = publishEvent(projectId, { after: { title: "Grüße" } });
  await emitEvents(kiln.host, event);
  const delivered = await webhook.newest("delivered");
  await until(async () => lines.length === 2);
  t.is(lines[1], `document.publish post ${event.documentId} [ 'en' ]`);
  await owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${delivered.id}/retry`);
  await until(async () => (await webhook.newest("delivered")).attempts.length === 2);
  t.is(lines.length, 2);
  const forged = await fetch(url, {
    method: "POST",
    body: "{}",
    headers: { "x-svc-timestamp": String(Date.now()) },
  });
  t.is(forged.status, 401);
  const signed = { "x-svc-timestamp": "1", "x-svc-signature": "sha256=00" };
  t.is((await fetch(url, { method: "POST", body: "{}", headers: signed })).status, 401);
});
