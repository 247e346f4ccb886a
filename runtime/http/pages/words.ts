import { html, type Html } from "./html.js";

const iso = (at: number): string => new Date(at).toISOString();

/** Renders a moment in UTC as people read it, the same for all readers. */
export const moment = (at: number | string): Html => {
  const exact = iso(typeof at === "number" ? at : Date.parse(at));
  return html`<time datetime="${exact}">${exact.slice(0, 16).replace("T", " ")} UTC</time>`;
};

export const usd = (dollars: number): string =>
  dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Returns a number of credits in words, such as "1 credit" or "2,000 credits". */
export const credits = (count: number): string =>
  `${wholeNumber(count)} ${Math.abs(count) === 1 ? "credit" : "credits"}`;

export const wholeNumber = (count: number): string => count.toLocaleString("en-US");

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Returns a size in binary units, as the quota uses them (rules/storage 14). */
export function byteSize(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}
