import { existsSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { Mail } from "../../../entities/mail.js";
import { postMail } from "../../../runtime/mail/post-mail.js";
import type { Kiln } from "../../../start.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { SmtpStandIn } from "../../stand-ins/smtp/smtp-stand-in.js";

const smtp = new SmtpStandIn();
let kiln: Kiln;
test.before(async () => {
  await smtp.start();
  kiln = await startKiln({ SMTP_URL: smtp.url, MAIL_FROM: "Kiln Ö <kiln@example.com>" });
});
test.after.always(async () => {
  await kiln?.stop();
  await smtp.stop();
});

const mailTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const decoded = (raw: string) =>
  raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));

test("with SMTP_URL mails go out by the server, and none is written to a file (rules/identity 46)", async (t) => {
  const person = await signUp(kiln.url);
  const [mail] = await until(async () => (mailTo(person.email).length > 0 ? mailTo(person.email) : null));
  t.is(mail?.from, "kiln@example.com");
  t.regex(mail?.raw ?? "", /^Subject: Confirm your e-mail address\r$/m);
  t.regex(mail?.raw ?? "", /^Auto-Submitted: auto-generated\r$/m);
  const [, token = ""] = /Your token: (\S+)/.exec(decoded(mail?.raw ?? "")) ?? [];
  t.is((await new Client(kiln.url).post("/v1/auth/verify-email", { token })).status, 200);
  t.false(existsSync(join(kiln.host.config.dataDir, "mail")));
  t.is(mailTo(person.email).length, 1);
});

test("with SMTP_URL unverified accounts may not spend, and health says smtp (rules/identity 12)", async (t) => {
  const person = await signUp(kiln.url);
  const params = { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 };
  const refused = await person.api.post("/v1/generations", { model: "mock-image", params });
  t.is(refused.status, 403);
  t.is(refused.body.error.code, "email_unverified");
  t.true((await person.api.get("/v1/health")).body.providers.smtp);
});

test.serial(
  "a mail server that is away or busy delays mails and loses none; nobody waits for it (rules/identity 46)",
  async (t) => {
    await smtp.stop();
    const during = await signUp(kiln.url);
    const sealed = await kiln.host.read.find(Mail, {});
    t.true(sealed.length > 0);
    t.false(
      sealed.some(({ sealed: text }) => text.includes(during.email)),
      "what waits cannot be read",
    );
    smtp.isBusy = true;
    await smtp.start();
    await until(async () => smtp.refusals > 0);
    smtp.isBusy = false;
    await until(async () => mailTo(during.email).length > 0);
    await until(async () => (await kiln.host.read.count(Mail, {})) === 0);
    t.is(mailTo(during.email).length, 1);
  },
);

test("a mailbox that the server refuses for good is given up (rules/identity 46)", async (t) => {
  const email = "nobody@example.com";
  smtp.unknown.add(email);
  const letter = { to: { email }, subject: "s", text: "t", link: "http://x" };
  const id = await kiln.host.transact((tx) => postMail(kiln.host, tx, letter));
  await until(async () => (await kiln.host.read.findOne(Mail, { id })) === null);
  t.is(mailTo(email).length, 0);
});
