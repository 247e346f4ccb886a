import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { PACKAGE_ROOT } from "../../runtime/package-root.js";

/** For what a loaded machine takes long to show. */
export const WAIT = { timeout: 60_000 };

/** Builds the console as a release has it; throws when that fails. */
export const buildConsole = (): void =>
  void execFileSync(process.execPath, [join(PACKAGE_ROOT, "console/build.mjs"), "--strict"], {
    stdio: "inherit",
  });

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click(WAIT);

/** Fills in the page to sign in, and sends it. */
export async function signInAt(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
}
