import { definePlugin } from "../../kit/define-plugin.js";
import { SmtpMailer } from "./smtp-mailer.js";

/** Mails through a server (`SMTP_URL`). */
export default definePlugin({
  name: "mail-smtp",
  version: "1.0.0",
  provides: {
    mailer: (host) =>
      host.env.SMTP_URL ? new SmtpMailer(host.env.SMTP_URL, () => new URL(host.baseUrl).hostname) : null,
  },
});
