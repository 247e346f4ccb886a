import { join } from "node:path";
import { definePlugin } from "../../kit/define-plugin.js";
import { mkdir, writeFile } from "node:fs/promises";
import type { MailMessage } from "../../kit/mailer.js";
import { composeMail } from "./compose-mail.js";

/** Mails as files, with their links in the log: what works without a mail server (`SMTP_URL`). */
export default definePlugin({
  name: "mail-file",
  version: "1.0.0",
  provides: {
    mailer: (host) => ({
      id: "file",
      async send(message, { signal }) {
        signal.throwIfAborted();
        await writeMail(join(host.dataDir, "mail"), message, new URL(host.baseUrl).hostname);
        host.log.info(`mail to ${message.to}, ${message.subject}: ${message.link}`);
      },
    }),
  },
});

let count = 0;

/** Writes the mail to `<folder>/<time>-<n>.eml`. */
async function writeMail(folder: string, message: MailMessage, domain: string): Promise<void> {
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
