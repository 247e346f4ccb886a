import test from "ava";
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
