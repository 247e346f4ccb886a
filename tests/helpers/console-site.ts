import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import type { Person } from "./client.js";
import { type Look, openLook } from "./page-browser.js";

/** Timeout of page assertions, long enough for a loaded machine. */
export const WAIT = { timeout: 60_000 };

let isBuilt = false;

/** Builds the console as for a release, once in a process. Throws when the build fails. */
export function buildConsole(): void {
  if (isBuilt) return;
  const build = [join(PACKAGE_ROOT, "console/build.mjs"), "--strict"];
  execFileSync(process.execPath, build, { stdio: "inherit" });
  isBuilt = true;
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click(WAIT);

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
/** Session cookies that a browser has, by the server's address and the person. */
const sessions = new WeakMap<Browser, Map<string, Cookies>>();

/**
 * Opens a page in a window of its own in which a person is signed in. The first window of a person in a browser signs in through
 * the form. Later windows reuse the session while it lasts, which saves a page and a hash of the password.
 */
export async function openSignedIn(
  browser: Browser,
  {
    baseUrl,
    path,
    look = { width: 1280, scheme: "light" },
    who,
  }: { baseUrl: string; path: string; look?: Look; who: Pick<Person, "email" | "password"> },
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const opened = await openLook(browser, look);
  const { context, page } = opened;
  const known = sessions.get(browser) ?? new Map<string, Cookies>();
  sessions.set(browser, known);
  const name = `${baseUrl} ${who.email}`;
  const session = known.get(name);
  if (session !== undefined) {
    await context.addCookies(session);
    if ((await context.request.get(new URL("/v1/account", baseUrl).href)).ok()) {
      await page.goto(new URL(path, baseUrl).href);
      return opened;
    }
  }
  await page.goto(new URL(`/sign-in?next=${encodeURIComponent(path)}`, baseUrl).href);
  await signInAt(page, who);
  await page.waitForURL((url) => url.pathname === path, WAIT);
  known.set(name, await context.cookies());
  return opened;
}

/** Fills in and submits the sign-in page. */
export async function signInAt(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
}
