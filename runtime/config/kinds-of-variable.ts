import { accessSync, constants } from "node:fs";
import { isIP } from "node:net";

/**
 * The definition of a variable and of how its text is read. `accepted` completes the sentence "NAME must be
 * …".
 */
export interface Variable {
  default: string | null;
  accepted: string;
  description: string;
  /** Returns the value, or null if the text is not acceptable. */
  read(text: string): unknown;
}

export const anyText = (text: string) => text;
export const readableFile = (text: string) => {
  try {
    accessSync(text, constants.R_OK);
    return text;
  } catch {
    return null;
  }
};
export const oneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text) ? text : null;
export const flag = (text: string) =>
  text === "1" || text === "true" ? true : text === "0" || text === "false" ? false : null;
export const number =
  (min: number, max: number, whole = true) =>
  (text: string) => {
    const value = Number(text);
    return text.trim() !== "" &&
      Number.isFinite(value) &&
      (!whole || Number.isInteger(value)) &&
      value >= min &&
      value <= max
      ? value
      : null;
  };
export const url =
  (...protocols: string[]) =>
  (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : null;
export const databaseUrl = (text: string) =>
  url("mysql:", "mariadb:")(text) !== null && /^\/[^/]+$/.test(new URL(text).pathname) ? text : null;
export const numberList = (text: string) => {
  const values = text.split(",").map(Number);
  return text.trim() !== "" && values.every((value) => Number.isFinite(value) && value >= 0) ? values : null;
};
/** Accepts scheme, host and port only, because a path would stand before the path of every link. */
export const origin = (text: string) => {
  if (url("http:", "https:")(text) === null) return null;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname.replace(/^\/+$/, "") + search + hash + username + password === "" ? text : null;
};
const RANGE_NAMES = ["loopback", "linklocal", "uniquelocal"];
const isRange = (text: string) => {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};
export const proxies = (text: string) =>
  /^(true|false|\d{1,3})$/.test(text) ||
  (names(text).length > 0 && names(text).every((entry) => RANGE_NAMES.includes(entry) || isRange(entry)))
    ? text
    : null;
export const names = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

export const secret = (description: string): Variable => ({
  default: null,
  accepted: "text",
  description,
  read: anyText,
});
export const upstreamUrl = (name: string): Variable => ({
  default: null,
  accepted: "an http or https URL",
  description: `Address of ${name}, when not the public one.`,
  read: url("http:", "https:"),
});
export const seconds = (value: string, description: string): Variable => ({
  default: value,
  accepted: "a number of seconds from 0.05 to 86400",
  description,
  read: number(0.05, 86400, false),
});
export const bool = (value: string, description: string): Variable => ({
  default: value,
  accepted: "0 or 1",
  description,
  read: flag,
});
