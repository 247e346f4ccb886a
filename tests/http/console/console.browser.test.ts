import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { buildConsole, press, signInAt, WAIT } from "../../helpers/console-site.js";
import {
  keepPicture,
  LOOKS,
  isSeen,
  openChromium,
  openLook,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

const email = "cleo@example.com";
const password = "correct horse battery";
let kiln: Kiln;
let browser: Browser;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);

/** Returns the tag of the element with the focus, BODY where the focus is lost. */
const focusOf = (page: Page) => page.evaluate<string>("document.activeElement.tagName");

const signIn = (page: Page) => signInAt(page, { email, password });

test.serial(
  "a person signs up, makes a picture, finds it in the library and deletes it, with Undo (rules/console 3)",
  async (t) => {
    const { context, page, complaints } = await openLook(browser, { width: 1280, scheme: "light" });
    const foreign: string[] = [];
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== new URL(kiln.host.baseUrl).origin && !request.url().startsWith("blob:"))
        foreign.push(request.url());
    });
    await open(page, "/sign-up");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Name").fill("Cleo");
    await page.getByLabel("Password").fill(password);
    await press(page, "Sign up");
    await page.getByRole("heading", { name: "Hello, Cleo" }).waitFor(WAIT);
    await page.getByRole("navigation").getByRole("link", { name: "Generate" }).click();
    await page.getByLabel("Prompt", { exact: true }).fill("A kiln at dusk");
    const submitted = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/v1/generations"),
    );
    await page.getByText(/^Costs \d/).waitFor(WAIT);
    await press(page, "Generate");
    t.truthy((await submitted).headers()["idempotency-key"]);
    // The title is a link to the file, and so is its picture as soon as it is loaded.
    const results = page.getByRole("region", { name: "Results" });
    await results.getByRole("link", { name: "A kiln at dusk" }).first().waitFor(WAIT);
    await page.getByRole("navigation").getByRole("link", { name: "Library" }).click();
    const files = page.getByRole("list", { name: "Files" });
    await files.getByRole("button").first().click(WAIT);
    await page.getByRole("dialog").getByText("image/png").waitFor(WAIT);
    await press(page, "Publish");
    await page.getByLabel("Public address", { exact: true }).waitFor(WAIT);
    await page.reload();
    // A person who opens the file again is told that it is public.
    await page.getByLabel("Public address", { exact: true }).waitFor(WAIT);
    await press(page, "Delete");
    await page.getByText("No files yet").waitFor(WAIT);
    await waitUntil(async () => (await focusOf(page)) !== "BODY");
    await press(page, "Undo");
    await files.getByRole("button").first().waitFor(WAIT);
    t.is(await files.getByRole("button").count(), 1);
    // A tab that is closed without a connection does not bring back a file that was to be deleted.
    await files.getByRole("button").first().click(WAIT);
    await page.getByRole("dialog").getByText("image/png").waitFor(WAIT);
    const storageId = new URL(page.url()).searchParams.get("file");
    await context.setOffline(true);
    await press(page, "Delete");
    await page.getByText(/is deleted\.$/).waitFor(WAIT);
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await open(next, "/app/library");
    await next.getByText("No files yet").waitFor(WAIT);
    const status = () =>
      next.evaluate<number>(`fetch("/v1/storage/${storageId}").then(({ status }) => status)`);
    await waitUntil(async () => (await status()) === 404);
    t.deepEqual(foreign, [], "nothing comes from other hosts");
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "keys go to pages, begin, search and show themselves; they can be turned off (rules/console 4)",
  async (t) => {
    const { context, page, complaints } = await openLook(browser, { width: 1280, scheme: "light" });
    await open(page, "/sign-in");
    await signIn(page);
    await page.getByRole("heading", { name: "Made lately" }).waitFor(WAIT);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    await sheet.waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "keys");
    await page.keyboard.press("Escape");
    await sheet.waitFor({ ...WAIT, state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await page.waitForURL(/account\/keys$/, WAIT);
    await page.getByRole("button", { name: "New key" }).waitFor(WAIT);
    await page.keyboard.press("n");
    const made = page.getByRole("dialog", { name: "New API key" });
    await made.getByLabel("Name").fill("nothing of g, n and ?");
    await page.keyboard.press("Escape");
    await made.waitFor({ ...WAIT, state: "detached" });
    t.is(await page.evaluate("document.activeElement.textContent.trim()"), "New key");
    // When the row with the focused button goes, the focus stays on the page.
    for (const name of ["First", "Second"])
      await page.request.post(new URL("/v1/api-keys", kiln.host.baseUrl).href, {
        data: { name, scopes: ["content:read"] },
        headers: { origin: new URL(kiln.host.baseUrl).origin },
      });
    await page.reload();
    await press(page, "Revoke First");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "First" }).waitFor({ ...WAIT, state: "detached" });
    await waitUntil(async () => (await focusOf(page)) === "BUTTON");
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: /^Find/ }).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await sheet.getByLabel("Single keys do something").uncheck(WAIT);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ ...WAIT, state: "detached" });
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find/ }).waitFor(WAIT);
    t.is(await sheet.count(), 0);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "a session that ended leads to sign in and back, and what was entered is still there (rules/console 5)",
  async (t) => {
    const { context, page } = await openLook(browser, { width: 1280, scheme: "dark" });
    await open(page, "/app/generate");
    await page.waitForURL(/\/sign-in\?next=/, WAIT);
    await signIn(page);
    await page.waitForURL(/\/app\/generate$/, WAIT);
    const prompt = page.getByLabel("Prompt", { exact: true });
    await prompt.fill("A kiln at dawn");
    await page.getByText(/^Costs \d/).waitFor(WAIT);
    await context.clearCookies();
    await press(page, "Generate");
    await page.waitForURL(/\/sign-in\?next=/, WAIT);
    await signIn(page);
    await page.waitForURL(/\/app\/generate$/, WAIT);
    await prompt.waitFor(WAIT);
    t.is(await prompt.inputValue(), "A kiln at dawn");
    await context.close();
  },
);

test.serial("without scripts the start page is at / and the others are linked (ADR-0052)", async (t) => {
  const { context, page } = await openLook(browser, { width: 360, scheme: "light", isScripted: false });
  await open(page, "/sign-in");
  await signIn(page);
  t.true(await page.getByRole("heading", { name: "Hello, Cleo" }).isVisible());
  await open(page, "/app/library");
  await page.getByRole("link", { name: "Library" }).click();
  t.is(new URL(page.url()).pathname, "/library");
  await context.close();
});

for (const look of LOOKS)
  test.serial(
    `pages at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows`,
    async (t) => {
      const { context, page, complaints } = await openLook(browser, look);
      await open(page, "/sign-in");
      await signIn(page);
      const pages = ["/", "/app/generate", "/app/library", "/app/components", "/app/nowhere"];
      for (const path of pages.filter((_, at) => isSeen(look, at))) {
        await open(page, path);
        await page.locator("h1").waitFor({ state: "attached", ...WAIT });
        await waitUntil(async () => (await page.locator("main [aria-busy=true]").count()) === 0);
        t.deepEqual(await seriousFindings(page), [], path);
        t.true((await overflowOf(page)) <= 0, `${path} is wider than the window`);
        t.is(await page.locator("h1").count(), 1, path);
        await keepPicture(page, `${path.split("/").at(-1) || "start"}-${look.width}-${look.scheme}`);
      }
      t.deepEqual(complaints, []);
      await context.close();
    },
  );

test.serial("by the keyboard alone: the palette finds a page and goes there with the focus", async (t) => {
  const { context, page } = await openLook(browser, { width: 1280, scheme: "light" });
  await open(page, "/sign-in");
  await signIn(page);
  await page.getByRole("heading", { name: "Hello, Cleo" }).waitFor(WAIT);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find a page/ }).waitFor(WAIT);
  await page.keyboard.type("libr");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Library" }).waitFor(WAIT);
  t.is(new URL(page.url()).pathname, "/app/library");
  await page.locator("#page:focus").waitFor({ state: "attached", ...WAIT });
  await context.close();
});

test.serial(
  "the console's files run nothing but themselves, and keep their names (rules/console 1)",
  async (t) => {
    const document = await fetch(`${kiln.url}/app/library`);
    t.is(document.headers.get("cache-control"), "no-cache");
    t.regex(document.headers.get("content-security-policy") ?? "", /^default-src 'self'; object-src 'none'/);
    t.notRegex(document.headers.get("content-security-policy") ?? "", /unsafe/);
    const text = await document.text();
    t.notRegex(text, /<style|style="|<script[^>]*>[^<]|https?:/);
    const etag = document.headers.get("etag") ?? "";
    t.is((await fetch(`${kiln.url}/app/library`, { headers: { "if-none-match": etag } })).status, 304);
    const [, script = ""] = /src="([^"]+\.js)"/.exec(text) ?? [];
    const file = await fetch(`${kiln.url}${script}`, { headers: { "accept-encoding": "br" } });
    t.is(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
    t.is(file.headers.get("content-encoding"), "br");
    t.regex(await file.text(), /createElement|jsx/);
    t.is((await fetch(`${kiln.url}/console/assets/none-12345678.js`)).status, 404);
  },
);

test.serial("pages ask the public API only, with the cookie alone (rules/console 2)", async (t) => {
  const { paths } = (await (await fetch(`${kiln.url}/v1/openapi.json`)).json()) as { paths: object };
  const routes = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const { context, page } = await openLook(browser, { width: 1280, scheme: "light" });
  const asked: { path: string; authorization: string | undefined }[] = [];
  page.on("request", (request) => {
    if (!["fetch", "xhr", "eventsource"].includes(request.resourceType())) return;
    const { pathname } = new URL(request.url());
    if (request.url().startsWith("blob:") || pathname.startsWith("/console/")) return;
    asked.push({ path: pathname, authorization: request.headers()["authorization"] });
  });
  await open(page, "/sign-in");
  await signIn(page);
  for (const path of ["/", "/app/generate", "/app/library", "/app/workflows", "/app/content"]) {
    await open(page, path);
    await page.locator("h1").waitFor({ state: "attached", ...WAIT });
    await waitUntil(async () => (await page.locator("main [aria-busy=true]").count()) === 0);
  }
  t.true(asked.length > 5, JSON.stringify(asked));
  for (const { path, authorization } of asked) {
    t.is(authorization, undefined, path);
    t.true(
      routes.some((route) => route.test(path)),
      `${path} is no public route`,
    );
  }
  await context.close();
});
