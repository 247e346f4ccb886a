import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { type ExecutionContext } from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { readEvents } from "../../../sdk/read-events.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Starts Kiln, and the example of a site as `npm run site` starts it. */
async function open(t: ExecutionContext) {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  t.teardown(() => kiln.stop());
  const owner = await signUp(kiln.url);
  const scopes = ["content:rw", "projects:read"];
  const { secret } = (await owner.session.post("/v1/api-keys", { name: "Site", scopes })).body;
  const env = { PATH: process.env["PATH"], KILN: kiln.url, KEY: secret, SITE_PORT: "0" };
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, "dist/examples/site/main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line.split(/\s+/)[1] ?? ""));
  await until(async () => lines.length === 2);
  const projectId = (await owner.api.get("/v1/projects")).body.defaultProjectId as string;
  return { owner, projectId, site: new URL(lines[0] ?? ""), preview: lines[1] ?? "" };
}

const read = async (url: URL | string, init?: RequestInit) => {
  const response = await fetch(url, { redirect: "manual", ...init });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
};
const write = async ({ api }: Person, projectId: string, draft: object): Promise<string> =>
  (await api.post(`/v1/projects/${projectId}/content/documents`, { type: "article", draft })).body.document
    .id;
const publish = ({ api }: Person, id: string, baseVersion: number) =>
  api.post(`/v1/content/documents/${id}/publish`, { baseVersion });

test("the example of a site shows what is published, keeps its pages, and makes them anew after a signed webhook only", async (t) => {
  const { owner, projectId, site } = await open(t);
  const body = [
    {
      _type: "block",
      style: "h2",
      markDefs: [{ _key: "m", _type: "link", href: "javascript:alert(1)" }],
      children: [
        { _type: "span", text: "Fire & <clay>", marks: ["strong"] },
        { _type: "span", text: " here", marks: ["m"] },
      ],
    },
  ];
  const id = await write(owner, projectId, { title: { en: "Kilns" }, body: { en: body } });
  const article = new URL(`/articles/${id}`, site);
  t.is((await read(article)).status, 404);
  await publish(owner, id, 1);
  const first = await read(article);
  t.is(first.status, 200);
  t.true(first.text.includes("<h1>Kilns</h1>"));
  t.true(first.text.includes("<h2><strong>Fire &#38; &#60;clay&#62;</strong> here</h2>"));
  t.false(first.text.includes("javascript:"));
  await until(async () => (await read(site)).text.includes(`<a href="/articles/${id}">Kilns</a>`));
  await until(async () => (await read(article)).headers.get("x-cache") === "hit");

  const forged = await read(new URL("/hooks/kiln", site), {
    method: "POST",
    body: JSON.stringify({ event: "document.publish", documentId: id }),
    headers: { "x-svc-timestamp": String(Date.now()), "x-svc-signature": `sha256=${"0".repeat(64)}` },
  });
  t.is(forged.status, 401);
  t.is((await read(article)).headers.get("x-cache"), "hit", "a forged webhook drops no page");

  await owner.api.patch(`/v1/content/documents/${id}`, { draft: { title: { en: "Kilns at night" } } });
  t.true((await read(article)).text.includes("<h1>Kilns</h1>"), "a draft is not for readers");
  await publish(owner, id, 2);
  await until(async () => (await read(article)).text.includes("<h1>Kilns at night</h1>"));
  await until(async () => (await read(site)).text.includes("Kilns at night"));
  await owner.api.post(`/v1/content/documents/${id}/unpublish`);
  await until(async () => (await read(article)).status === 404);
});

test("the example of a site shows drafts to those with the secret link only, and each edit as it is made", async (t) => {
  const { owner, projectId, site, preview } = await open(t);
  const id = await write(owner, projectId, { title: { en: "Not yet" } });
  const page = new URL(`/preview/articles/${id}`, site);
  t.is((await read(page)).status, 401);
  t.is((await read(preview.replace(/secret=.*/, "secret=wrong"))).status, 401);
  const entered = await read(preview);
  t.is(entered.status, 303);
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
  t.true((await read(new URL("/preview/articles", site), { headers })).text.includes("Not yet"));
  const shown = await read(page, { headers });
  t.true(shown.text.includes("<h1>Not yet</h1>"));
  t.true(shown.text.includes("Not published yet"));
  t.is((await read(new URL(`/articles/${id}`, site))).status, 404);

  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const { body } = await fetch(`${page.href}/changes`, { headers, signal: stop.signal });
  if (body === null) throw new Error("There is no stream.");
  const said: string[] = [];
  for await (const { data } of readEvents(body)) {
    said.push(JSON.parse(data) as string);
    if (said.length === 2) break;
    await owner.api.patch(`/v1/content/documents/${id}`, { draft: { title: { en: "Soon" } } });
  }
  t.true(said[0]?.includes("<h1>Not yet</h1>"));
  t.true(said[1]?.includes("<h1>Soon</h1>"));
});
