import { randomBytes } from "node:crypto";

const NUMBER_DIGITS = 12;
const LARGEST = 16 ** NUMBER_DIGITS - 1;

/** The end of an upload's file name. Older versions of Kiln had a time as the number, or none. */
const UPLOAD = /^([0-9a-f]{12})?[0-9a-f]{16}\.put$/;

export const randomName = (): string => randomBytes(8).toString("hex");

let latest = 0;

/**
 * Returns the name of a new upload's file beside the key's other ones. Its number is larger than theirs, and than those that this
 * process gave, so that no clock decides which upload is the newer one: a dead process's file never counts as newer.
 * Two uploads that begin at once at two processes may have the same number; the random part decides then, so that all processes
 * agree which one counts.
 */
export function nextUploadName(key: string, others: readonly string[]): string {
  latest = Math.min(LARGEST, Math.max(latest, ...others.map((name) => numberOf(key, name))) + 1);
  return `${key}.${latest.toString(16).padStart(NUMBER_DIGITS, "0")}${randomName()}.put`;
}

const numberOf = (key: string, name: string): number =>
  Number.parseInt(UPLOAD.exec(name.slice(key.length + 1))?.[1] ?? "0", 16);

/** Returns whether an upload of the key counts as newer than another one. */
export function isNewer(key: string, name: string, than: string): boolean {
  const difference = numberOf(key, name) - numberOf(key, than);
  return difference === 0 ? name > than : difference > 0;
}

/** Returns whether a file of the folder for temporary files is an upload of the key that is not whole yet. */
export const isUploadOf = (key: string, name: string): boolean =>
  name.startsWith(`${key}.`) && UPLOAD.test(name.slice(key.length + 1));
