import type { Browser, Locator, Page } from "playwright-core";
import { openSignedIn, WAIT } from "./console-site.js";
import type { Person } from "./client.js";
import type { Look } from "./page-browser.js";

interface Where {
  browser: Browser;
  baseUrl: string;
  who: Person;
  look?: Look;
  /** Prompt of the picture. */
  prompt: string;
}

/** Opens the dialog that sends a picture, whatever else was made since. */
export const beginToSend = (page: Page, prompt: string): Promise<void> =>
  page.locator(".job", { hasText: prompt }).getByRole("button", { name: "Send to …" }).click(WAIT);

/** Opens the results of a person, and the dialog that sends the picture. */
export async function openSendDialog({
  browser,
  baseUrl,
  who,
  look = { width: 1280, scheme: "light" },
  prompt,
}: Where) {
  const opened = await openSignedIn(browser, { baseUrl, path: "/app/generate", look, who });
  await beginToSend(opened.page, prompt);
  const dialog = opened.page.getByRole("dialog", { name: "Send the picture" });
  await dialog.waitFor(WAIT);
  return { ...opened, dialog };
}

/** Presses Send, which makes a new document or workflow, and returns its id. */
export async function sendNew(dialog: Locator): Promise<string> {
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  const link = dialog.getByRole("link", { name: /^Open the / });
  return (await link.getAttribute("href", WAIT))?.split("/").at(-1) ?? "";
}

/** Message of Undo where somebody has changed the place since. */
export const CHANGED = /^Somebody has changed it since/;
