import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { freePort } from "../../helpers/free-port.js";
import { openChromium } from "../../helpers/page-browser.js";
import { KilnProcess } from "../../helpers/spawn-kiln.js";
import { TEST_ENV } from "../../helpers/test-env.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("a server that is killed while somebody writes and makes a picture loses neither", async (t) => {
  buildConsole();
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-restart-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const port = String(await freePort());
  const env = { ...TEST_ENV, PORT: port, HOST: "127.0.0.1", DATA_DIR: dataDir, MOCK_PROVIDER: "1" };
  const start = () => new KilnProcess({ ...env, PLUGINS_DIR: join(dataDir, "plugins.d") }).ready();
  let kiln = await start();
  t.teardown(() => kiln.end());
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const who = await signUp(kiln.url);
  const projectId = (await who.api.get("/v1/projects")).body.defaultProjectId;
  await makeArticles(who.api, projectId);
  const id = await makeArticle(who.api, projectId, { title: { en: "one" } });
  const openAt = (path: string) => openSignedIn(browser, { baseUrl: kiln.url, path, who });
  const writing = await openAt(`/app/content/documents/${id}`);
  const making = await openAt("/app/generate");
  const title = writing.page.getByLabel("title, English");
  await title.waitFor(WAIT);
  await making.page.getByLabel("Prompt", { exact: true }).fill("A kiln at dusk");
  await making.page.getByText(/^Costs \d/).waitFor(WAIT);
  const accepted = making.page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/v1/generations"),
  );
  await making.page.getByRole("button", { name: "Generate", exact: true }).click(WAIT);
  t.is((await accepted).status(), 200);

  await kiln.end();
  await title.fill("one two");
  await writing.page.getByText(/^The service is not reached/).waitFor(WAIT);
  kiln = await start();
  await writing.page.getByText("Saved", { exact: true }).first().waitFor(WAIT);
  const titleOf = async () => (await who.api.get(`/v1/content/documents/${id}`)).body.document.draft.title.en;
  await waitUntil(async () => (await titleOf()) === "one two");
  // The job goes on from its row, and the page that waits for it shows the result once.
  const results = making.page.getByRole("region", { name: "Results" });
  await results.getByRole("link").first().waitFor(WAIT);
  const { body } = await who.api.get("/v1/generations");
  t.is(body.jobs.length, 1);
  t.is(body.jobs[0].status, "succeeded");
});
