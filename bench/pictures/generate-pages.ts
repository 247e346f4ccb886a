import type { Page } from "playwright-core";
import { WAIT } from "../../tests/helpers/console-site.js";
import { toCompare } from "../../tests/helpers/make-results.js";
import { hold, refuse, type Shown } from "./shown.js";
import type { Studio } from "./studio.js";

const sendTo = (page: Page) => page.getByRole("button", { name: "Send to …" }).first().click(WAIT);

/** Generating, and what one does with results. */
export const pagesOfGenerate = ({ pictures, films, sounds }: Studio["compared"]): readonly Shown[] => [
  { name: "generate", path: "/app/generate" },
  { name: "generate-new", path: "/app/generate", isNew: true },
  {
    name: "generate-models",
    path: "/app/generate",
    act: (page) => page.locator("button.model").first().click(WAIT),
  },
  {
    name: "generate-tray",
    path: "/app/generate",
    act: async (page) => {
      for (const at of [1, 3])
        await page.locator(".job").nth(at).getByRole("button", { name: "Compare" }).first().click(WAIT);
    },
  },
  {
    name: "generate-vary",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Vary" }).first().click(WAIT);
      await page.getByText(/^Costs \d/).waitFor(WAIT);
    },
  },
  {
    name: "generate-send",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Send to …" }).first().click(WAIT);
      await page.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
    },
  },
  {
    name: "generate-send-workflow",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Send to …" }).first().click(WAIT);
      await page.getByText("A workflow", { exact: true }).click(WAIT);
      await page.getByRole("radio", { name: /^Cover of the month/ }).check(WAIT);
      await page.getByLabel("As", { exact: true }).waitFor(WAIT);
    },
  },
  {
    name: "generate-send-failed",
    path: "/app/generate",
    before: refuse(/\/content\/types/),
    act: sendTo,
    isUnready: true,
  },
  { name: "compare", path: toCompare(...pictures) },
  { name: "compare-slider", path: `${toCompare(...pictures)}&as=slider` },
  { name: "compare-films", path: toCompare(...films) },
  { name: "compare-sounds", path: toCompare(...sounds) },
  { name: "compare-loading", path: toCompare(...pictures), before: hold(/\/v1\/storage\//), isUnready: true },
  {
    name: "compare-deleted",
    path: toCompare(...pictures),
    before: refuse(/\/v1\/storage\//),
    isUnready: true,
  },
  { name: "compare-none", path: "/app/generate/compare" },
];
