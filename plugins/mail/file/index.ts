import { join } from "node:path";
import { definePlugin } from "../../kit/define-plugin.js";
import { writeMail } from "./write-mail.js";

/** Mails as files, with their links in the log: what works without a mail server (decisions 1: SMTP_URL). */
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
