import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import type { Person } from "../../tests/helpers/client.js";
import { openSignedIn, WAIT } from "../../tests/helpers/console-site.js";
import type { Look } from "../../tests/helpers/page-browser.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import { pagesOf } from "./pages.js";
import type { Shown } from "./shown.js";
import type { Studio } from "./studio.js";

export const WIDTHS = [1440, 1024, 390] as const;

/** Most height of a picture, in windows. */
const MOST_WINDOWS = 2;

interface Site {
  browser: Browser;
  baseUrl: string;
  studio: Studio;
  folder: string;
}

/** Takes a picture of each wanted page in one look. */
export async function takeAll(site: Site, look: Look, isWanted: (name: string) => boolean): Promise<void> {
  const shown = pagesOf(site.studio).filter(({ name }) => isWanted(name));
  for (const who of ["owner", "newcomer"] as const) {
    const own = shown.filter(({ isNew = false }) => isNew === (who === "newcomer"));
    if (own.length > 0) await takeAs(site, look, own, site.studio[who]);
  }
}

async function takeAs(
  { browser, baseUrl, studio, folder }: Site,
  look: Look,
  shown: readonly Shown[],
  who: Person,
) {
  const { context, page, complaints } = await openSignedIn(browser, {
    baseUrl,
    path: "/app/components",
    look,
    who,
  });
  if (who === studio.owner)
    await context.addInitScript(
      `if (location.protocol !== "about:") localStorage.setItem("kiln-project", ${JSON.stringify(studio.projectId)})`,
    );
  for (const one of shown) {
    const target = join(folder, `${one.name}-${look.width}-${look.scheme}.webp`);
    try {
      await takeOne(page, new URL(one.path, baseUrl).href, one, target);
    } catch (error) {
      console.error(`${one.name} at ${look.width} px: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  for (const complaint of complaints) console.error(`${look.width} ${look.scheme}: ${complaint}`);
  await context.close();
}

async function takeOne(
  page: Page,
  address: string,
  { before, act, isUnready, isWindowed }: Shown,
  target: string,
) {
  // The page that is left keeps nothing open for the next one, and nothing that was entered or chosen.
  await page.evaluate("sessionStorage.clear()").catch(() => undefined);
  await page.goto("about:blank");
  await before?.(page);
  await page.goto(address);
  await page
    .locator("h1")
    .first()
    .waitFor({ state: "attached", ...WAIT });
  if (isUnready) await page.waitForTimeout(1_000);
  else
    await waitUntil(async () => (await page.locator("main [aria-busy=true], main .skeleton").count()) === 0, {
      timeoutMs: 20_000,
      what: () => "The page did not arrive",
    });
  await act?.(page);
  const isModal = (await page.locator("dialog[open]").count()) > 0;
  // The act on a page may have scrolled it. A window above the page stays where it is.
  if (!isModal) await page.evaluate("scrollTo(0, 0)");
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  // A person sees no gaps of pictures that are read when they come into view, so all are read at once.
  await page.evaluate(`for (const image of document.images) image.loading = "eager"`);
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
  // The pictures are decoded too, because a large one is painted a while after it was read.
  await page.evaluate(
    "Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))",
  );
  await page.waitForTimeout(200);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = await page.evaluate<number>("document.documentElement.scrollHeight");
  const picture = await page.screenshot({
    animations: "disabled",
    ...(!(isModal || isWindowed) && {
      fullPage: true,
      clip: { x: 0, y: 0, width, height: Math.min(whole, height * MOST_WINDOWS) },
    }),
  });
  await sharp(picture).webp({ quality: 72, effort: 5, smartSubsample: true }).toFile(target);
}
