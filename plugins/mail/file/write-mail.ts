import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MailMessage } from "../../kit/mailer.js";
import { composeMail } from "./compose-mail.js";

let count = 0;

/** Writes the mail to `<folder>/<time>-<n>.eml`. */
export async function writeMail(folder: string, message: MailMessage, domain: string): Promise<void> {
  const text = composeMail(message, domain);
  // A link in it is a credential: nobody else on the machine reads it.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    count += 1;
    try {
      const file = join(folder, `${message.date.getTime()}-${count}.eml`);
      return await writeFile(file, text, { flag: "wx", mode: 0o600 });
    } catch (error) {
      // Another process with the same folder.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
