import test from "ava";
import { composeMail } from "../../../plugins/mail/file/compose-mail.js";

const mail = {
  id: "1",
  from: "Kiln <kiln@example.com>",
  to: "ann@example.com",
  subject: "Hello",
  text: "One\nTwo\n",
  link: "http://x/y",
  date: new Date("2026-11-21T10:00:00Z"),
};

test("a mail has the headers of RFC 5322, an empty line and lines that end in CRLF", (t) => {
  const text = composeMail(mail, "example.com");
  const [head = "", body] = text.split("\r\n\r\n");
  t.deepEqual(head.split("\r\n").slice(0, 5), [
    "Date: Sat, 21 Nov 2026 10:00:00 +0000",
    "From: Kiln <kiln@example.com>",
    "To: ann@example.com",
    "Subject: Hello",
    "Message-ID: <1@example.com>",
  ]);
  t.is(body, "One\r\nTwo\r\n");
  t.notRegex(text, /[^\r]\n/);
});

test("a line break in a header begins no other header", (t) => {
  const text = composeMail({ ...mail, to: "a@b.c\r\nBcc: x@y.z", subject: "S\nX: 1" }, "example.com");
  t.notRegex(text, /^(Bcc|X):/m);
});

test("what is not ASCII in a name or subject is encoded", (t) => {
  const text = composeMail({ ...mail, subject: "Grüße", from: "Öfen <kiln@example.com>" }, "example.com");
  t.regex(text, /^Subject: =\?UTF-8\?B\?R3LDvMOfZQ==\?=\r$/m);
  t.regex(text, /^From: =\?UTF-8\?B\?w5ZmZW4=\?= <kiln@example\.com>\r$/m);
});
