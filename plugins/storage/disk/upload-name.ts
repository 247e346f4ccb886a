import { randomBytes } from "node:crypto";

/** Milliseconds since the epoch, in hexadecimal digits that sort as the numbers do. */
const TIME_DIGITS = 12;

/** Also as versions before this one named them, without the time. */
const UPLOAD = /^(?:[0-9a-f]{12})?[0-9a-f]{16}\.put$/;

export const randomName = (): string => randomBytes(8).toString("hex");

let latest = 0;

/**
 * The name of a new upload's file. Of two uploads of a key the newer one has the name that sorts above the other's; of two that begin in
 * the same millisecond at two processes the random part decides, so that all processes agree which one counts. A machine whose clock is behind loses to uploads of one that is ahead.
 */
export function uploadName(key: string): string {
  latest = Math.max(Date.now(), latest + 1);
  return `${key}.${latest.toString(16).padStart(TIME_DIGITS, "0")}${randomName()}.put`;
}

/** Whether a file of the folder for temporary files is an upload of the key that is not whole yet. */
export const isUploadOf = (key: string, name: string): boolean =>
  name.startsWith(`${key}.`) && UPLOAD.test(name.slice(key.length + 1));
