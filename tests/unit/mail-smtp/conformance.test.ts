import { randomUUID } from "node:crypto";
import test from "ava";
import { MailError } from "../../../plugins/kit/mailer.js";
import { checkMailer } from "../../../plugins/kit/conformance/mailer.js";
import { SmtpMailer } from "../../../plugins/mail/smtp/smtp-mailer.js";
import { SmtpStandIn } from "../../stand-ins/smtp/smtp-stand-in.js";

test("the mailer of a server keeps what the kit asks of a mailer (rules/models 36)", async (t) => {
  const server = new SmtpStandIn();
  await server.start();
  t.teardown(() => server.stop());
  const mailer = new SmtpMailer(server.url, () => "example.com");
  for (const { name, ok, detail } of await checkMailer(mailer, "ann@example.com"))
    t.true(ok, `${name}: ${detail}`);
  t.is(server.mails.length, 4);
});

/** Refusals by the command that is refused, and whether a mail is given up for them. */
const REFUSALS: readonly [verb: string, answer: string, isGivenUp: boolean][] = [
  ["MAIL", "530 5.7.0 Authentication required", false],
  ["MAIL", "550 5.7.1 Sender refused", false],
  ["RCPT", "530 Authentication required", false],
  ["RCPT", "534 Mechanism is too weak", false],
  ["RCPT", "535 Credentials invalid", false],
  ["RCPT", "538 Encryption required", false],
  ["RCPT", "554 5.7.1 Relay access denied", false],
  ["RCPT", "552 Mailbox full", false],
  ["RCPT", "450 Mailbox busy", false],
  ["RCPT", "550 No such mailbox", true],
  ["RCPT", "550 5.1.1 No such mailbox", true],
  ["RCPT", "553 Mailbox name not allowed", true],
  ["DATA", "530 Authentication required", false],
  ["DATA", "554 No valid recipients", false],
  [".", "554 5.7.1 Message refused", false],
  [".", "552 Message too large", false],
];

test("of a server's refusals only that of the recipient's mailbox is for good (rules/identity 46)", async (t) => {
  const server = new SmtpStandIn();
  await server.start();
  t.teardown(() => server.stop());
  const mailer = new SmtpMailer(server.url, () => "example.com");
  const { signal } = new AbortController();
  for (const [verb, answer, isGivenUp] of REFUSALS) {
    server.answers.clear();
    server.answers.set(verb, answer);
    const message = {
      id: randomUUID(),
      from: "kiln@example.com",
      to: "ann@example.com",
      subject: "s",
      text: "t",
      link: "http://x",
      date: new Date(),
    };
    const error = await t.throwsAsync(mailer.send(message, { signal }), { instanceOf: MailError });
    t.is(error?.permanent, isGivenUp, `${verb}: ${answer}`);
  }
  t.is(server.mails.length, 0);
  await mailer.close();
});
