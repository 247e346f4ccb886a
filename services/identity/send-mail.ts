import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import type { Host } from "../../runtime/host.js";
import { composeMail, type Mail } from "./compose-mail.js";

let count = 0;

/** Writes the mail to `DATA_DIR/mail/<time>-<n>.eml` and logs its link (decisions 1: SMTP_URL). Call it after commit. */
export async function sendMail(host: Host, mail: Mail): Promise<void> {
  const date = new Date();
  const folder = join(host.config.dataDir, "mail");
  const text = composeMail(mail, {
    from: host.config.mailFrom,
    date,
    id: v7(),
    domain: new URL(host.baseUrl).hostname,
  });
  // The token is a credential: nobody else on the machine reads it.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    count += 1;
    const file = join(folder, `${date.getTime()}-${count}.eml`);
    try {
      await writeFile(file, text, { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      // Another process with the same folder.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  host.log.info(`mail to ${mail.to}, ${mail.subject}: ${mail.link}`);
}

/** For where the caller's work stands without the mail, or must not show whether there was one. */
export async function sendQuietly(host: Host, mail: Mail): Promise<void> {
  try {
    await sendMail(host, mail);
  } catch (error) {
    host.log.error(error, "a mail could not be sent");
  }
}
