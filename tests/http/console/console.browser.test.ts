import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { buildConsole, press, signInAt, WAIT } from "../../helpers/console-site.js";
import {
  keepPicture,
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

const signIn = (page: Page) => signInAt(page, { email, password });

test.serial(
  "a person signs up, makes a picture, finds it in the library and deletes it, with Undo",
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
    await page.getByLabel("What to make", { exact: true }).last().fill("A kiln at dusk");
    const submitted = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/v1/generations"),
    );
    await page.getByText(/^Costs \d/).waitFor(WAIT);
    await press(page, "Generate");
    t.truthy((await submitted).headers()["idempotency-key"]);
    await page
      .getByRole("region", { name: "Results" })
      .getByRole("link", { name: "Details" })
      .first()
      .waitFor(WAIT);
    await page.getByRole("navigation").getByRole("link", { name: "Library" }).click();
    const files = page.getByRole("list", { name: "Files" });
    await files.getByRole("button").first().click(WAIT);
    await page.getByRole("dialog").getByText("image/png").waitFor(WAIT);
    await press(page, "Delete");
    await page.getByText("No files yet").waitFor(WAIT);
    await press(page, "Undo");
    await files.getByRole("button").first().waitFor(WAIT);
    t.is(await files.getByRole("button").count(), 1);
    t.deepEqual(foreign, [], "nothing comes from other hosts");
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "a session that ended leads to sign in and back, and what was entered is still there",
  async (t) => {
    const { context, page } = await openLook(browser, { width: 1280, scheme: "dark" });
    await open(page, "/app/generate");
    await page.waitForURL(/\/sign-in\?next=/, WAIT);
    await signIn(page);
    await page.waitForURL(/\/app\/generate$/, WAIT);
    const prompt = page.getByLabel("What to make", { exact: true }).last();
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

for (const look of [
  { width: 1280, scheme: "light" },
  { width: 1280, scheme: "dark" },
  { width: 360, scheme: "light" },
  { width: 360, scheme: "dark" },
] as const)
  test.serial(
    `every page at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows`,
    async (t) => {
      const { context, page, complaints } = await openLook(browser, look);
      await open(page, "/sign-in");
      await signIn(page);
      for (const path of ["/", "/app/generate", "/app/library", "/app/components", "/app/nowhere"]) {
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

test.serial("the console's files run nothing but themselves, and are kept by their names", async (t) => {
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
});
