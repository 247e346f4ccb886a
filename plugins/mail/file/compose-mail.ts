import type { MailMessage } from "../../kit/mailer.js";

/** A message of RFC 5322 in UTF-8, lines ending in CRLF. `domain` is the right side of its Message-ID. */
export function composeMail({ id, from, to, subject, text, date }: MailMessage, domain: string): string {
  const head = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${sender(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encoded(oneLine(subject))}`,
    `Message-ID: <${id}@${domain}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "Auto-Submitted: auto-generated",
  ];
  return `${head.join("\r\n")}\r\n\r\n${text.trimEnd().replace(/\r?\n/g, "\r\n")}\r\n`;
}

/** A line break in a header would begin another header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ");

/** RFC 2047, for what is not ASCII. */
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text, "utf8").toString("base64")}?=`;

function sender(from: string): string {
  const line = oneLine(from).trim();
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(line);
  if (!match?.[1]) return line;
  return `${encoded(match[1])} <${match[2] ?? ""}>`;
}
