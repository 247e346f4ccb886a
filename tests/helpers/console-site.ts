import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import type { Person } from "./client.js";
import { type Look, openLook } from "./page-browser.js";

/** For what a loaded machine takes long to show. */
export const WAIT = { timeout: 60_000 };

/** Builds the console as a release has it; throws when that fails. */
export const buildConsole = (): void =>
  void execFileSync(process.execPath, [join(PACKAGE_ROOT, "console/build.mjs"), "--strict"], {
    stdio: "inherit",
  });

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click(WAIT);

/** A window of its own in which somebody is signed in, at a page. */
export async function openSignedIn(
  browser: Browser,
  {
    baseUrl,
    path,
    look,
    who,
  }: { baseUrl: string; path: string; look: Look; who: Pick<Person, "email" | "password"> },
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const opened = await openLook(browser, look);
  await opened.page.goto(new URL(`/sign-in?next=${encodeURIComponent(path)}`, baseUrl).href);
  await signInAt(opened.page, who);
  await opened.page.waitForURL((url) => url.pathname === path, WAIT);
  return opened;
}

/** Fills in the page to sign in, and sends it. */
export async function signInAt(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
}
