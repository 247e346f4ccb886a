import { randomUUID } from "node:crypto";
import type { Mailer, MailMessage } from "../mailer.js";
import { must } from "./check-bytes.js";
import { checkClose } from "./check-close.js";
import { type ConformanceReport, fromRun } from "./report.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

/**
 * The conformance suite of the extension point `mailer`, for Kiln's drivers and those of third parties. It
 * sends mails to `to` and closes the mailer at the end. A fault of the driver is a failed check and is not
 * thrown.
 */
export async function checkMailer(mailer: Mailer, to: string): Promise<ConformanceReport> {
  const { signal } = new AbortController();
  return [
    await fromRun("the id is a slug", async () => {
      must(/^[a-z0-9][a-z0-9-]{0,63}$/.test(mailer.id), `"${mailer.id}" is none`);
      return mailer.id;
    }),
    await fromRun("a mail is handed over, and so is its repeat", async () => {
      const message = messageTo(to);
      await mailer.send(message, { signal });
      await mailer.send(message, { signal });
      return "handed over";
    }),
    await fromRun("mails are handed over side by side", async () => {
      await Promise.all([messageTo(to), messageTo(to)].map((each) => mailer.send(each, { signal })));
      return "handed over";
    }),
    await fromRun("a mail whose signal is aborted is not handed over", async () => {
      const isSent = await mailer.send(messageTo(to), { signal: AbortSignal.abort() }).then(
        () => true,
        () => false,
      );
      must(!isSent, "it was handed over");
      return "as declared";
    }),
    await checkClose(mailer),
  ];
}

const messageTo = (to: string): MailMessage => ({
  id: randomUUID(),
  from: "Kiln <kiln@example.com>",
  to,
  subject: "A test, caf\u00e9 \u{1f680}",
  text: "Nothing to do.\n\nhttps://example.com/\n",
  link: "https://example.com/",
  date: new Date(),
});
