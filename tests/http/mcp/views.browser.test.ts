import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { VIEW_OF, VIEWS } from "../../../services/mcp/views/index.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { connectStateless } from "../../helpers/stateless-agent.js";

let kiln: Kiln;
let ann: Person;
let browser: Browser;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Client's side of MCP Apps: a frame without an origin, the handshake, and calls of tools. */
const HOST = `
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.style.cssText = "width:100%;height:700px;border:0";
  window.heard = [];
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.show = (result) => send({ method: "ui/notifications/tool-result", params: result });
  addEventListener("message", async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    heard.push(data.method);
    if (data.method === "ui/initialize")
      send({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "t", version: "1" }, hostCapabilities: { serverTools: {} }, hostContext: { theme: "dark" } } });
    if (data.method === "ui/notifications/initialized") show(window.first);
    if (data.method === "tools/call") send({ id: data.id, result: await callTool(data.params) });
  });
  frame.srcdoc = window.view;
  document.body.append(frame);
`;

async function opened(t: { teardown(work: () => Promise<void>): void }, uri: string, first: object) {
  const client = await connectAgent(kiln.url, ann.key);
  const { contents } = await client.readResource({ uri });
  const page = await browser.newPage();
  t.teardown(() => page.close());
  const complaints: string[] = [];
  const asked = new Set<string>();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => asked.add(request.url()));
  await page.exposeFunction("callTool", (params: { name: string; arguments: Record<string, unknown> }) =>
    client.callTool(params),
  );
  const view = (contents[0] as { text: string }).text;
  await page.evaluate(`window.view = ${JSON.stringify(view)}; window.first = ${JSON.stringify(first)};`);
  await page.evaluate(HOST);
  return { client, page, complaints, asked, frame: page.frameLocator("iframe") };
}
const heard = (page: Page) => page.evaluate<string[]>("heard");

test("tools name their views, which clients of both eras read with the type and the policy of MCP Apps (rules/mcp 24)", async (t) => {
  for (const client of [await connectAgent(kiln.url, ann.key), await connectStateless(kiln.url, ann.key)]) {
    const { tools } = await client.listTools();
    const named = tools.filter(({ _meta }) => _meta !== undefined);
    t.deepEqual(
      Object.fromEntries(
        named.map(({ name, _meta }) => [name, (_meta as { ui: { resourceUri: string } }).ui.resourceUri]),
      ),
      VIEW_OF,
    );
    for (const { uri, hasMedia } of VIEWS) {
      const { contents } = await client.readResource({ uri });
      t.like(contents[0], {
        uri,
        mimeType: "text/html;profile=mcp-app",
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: hasMedia ? [kiln.host.baseUrl] : [] } } },
      });
      const { text } = contents[0] as { text: string };
      t.regex(text, /default-src 'none'; script-src 'sha256-/);
      t.false(/unsafe-|https?:\/\/(?!localhost)/.test(text), "nothing of other hosts");
    }
    await client.close();
  }
});

test("the gallery follows a generation to its end and shows its pictures, from this service only (rules/mcp 24)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const started = await client.callTool({
    name: "generate",
    arguments: {
      model: "mock-image",
      params: { kind: "image", prompt: "[slow=1] a pot", aspectRatio: "1:1", numImages: 2 },
      waitSeconds: 0,
    },
  });
  const { page, complaints, asked, frame } = await opened(t, "ui://kiln/gallery.html", started);
  await frame.getByRole("status").filter({ hasText: "succeeded" }).waitFor();
  const pictures = frame.locator("img");
  t.is(await pictures.count(), 2);
  const width = await pictures.first().evaluate(async (image: unknown) => {
    const shown = image as { naturalWidth: number; decode(): Promise<void> };
    await shown.decode();
    return shown.naturalWidth;
  });
  t.true(width > 0);
  t.is(await frame.locator("progress").count(), 0);
  t.true((await heard(page)).includes("tools/call"));
  t.true((await heard(page)).includes("ui/notifications/size-changed"));
  t.deepEqual(complaints, []);
  for (const url of asked) t.true(url.startsWith(kiln.host.baseUrl) || url.startsWith("about:"), url);
  await page.evaluate(`show({ isError: true, content: [{ type: "text", text: "<b>no</b>" }] })`);
  await frame.getByText("<b>no</b>").waitFor();
});

test("the preview shows a document as text, in each locale, and runs nothing of it (rules/mcp 24)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const evil = `<img src="https://evil.example/x" onerror="parent.postMessage('owned','*')">`;
  await callTool(client, "update_content_settings", { locales: [{ code: "en" }, { code: "de" }] });
  await callTool(client, "create_content_type", {
    name: "leaf",
    title: "Leaf",
    titleField: "title",
    fields: [
      { name: "title", title: "Title", type: "string", localized: true },
      { name: "body", title: "Body", type: "portableText" },
      { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
      { name: "needed", title: "Needed", type: "string", required: true },
    ],
  });
  const body = [
    { _type: "block", style: "h2", children: [{ _type: "span", text: evil, marks: [] }], markDefs: [] },
  ];
  const made = await callTool(client, "create_content_document", {
    type: "leaf",
    draft: { title: { en: "Kilns", de: "Öfen" }, body, tags: ["hot", "old"] },
  });
  const read = await client.callTool({
    name: "get_content_document",
    arguments: { documentId: made.json.document.id },
  });
  const { page, complaints, asked, frame } = await opened(t, "ui://kiln/document.html", read);
  await frame.getByRole("heading", { name: "Kilns" }).first().waitFor();
  await frame.getByText(evil).waitFor();
  t.is(await frame.locator("img").count(), 0);
  t.deepEqual(
    await frame
      .locator("li")
      .allTextContents()
      .then((all) => all.slice(-2)),
    ["hot", "old"],
  );
  t.true((await frame.locator(".problem").textContent())?.includes("needed") ?? false);
  await frame.getByRole("combobox", { name: "Locale" }).selectOption("de");
  await frame.getByText("Öfen").waitFor();
  t.false((await heard(page)).includes("owned"));
  t.deepEqual(complaints, []);
  t.deepEqual(
    [...asked].filter((url) => !url.startsWith("about:")),
    [],
  );
});
