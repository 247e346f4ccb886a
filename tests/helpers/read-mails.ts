import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface ReadMail {
  subject: string;
  link: string;
  token: string;
  raw: string;
}

/** Returns the mails to an address that a process has written, oldest first. */
export async function readMails(dataDir: string, to: string): Promise<ReadMail[]> {
  const folder = join(dataDir, "mail");
  const files = await readdir(folder).catch(() => []);
  const mails: ReadMail[] = [];
  for (const file of files.toSorted(byTimeAndNumber)) {
    const raw = await readFile(join(folder, file), "utf8");
    if (!raw.includes(`\r\nTo: ${to}\r\n`)) continue;
    mails.push({
      subject: /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? "",
      link: /https?:\S+/.exec(raw)?.[0] ?? "",
      token: /Your token: (\S+)/.exec(raw)?.[1] ?? "",
      raw,
    });
  }
  return mails;
}

const partsOf = (file: string) => file.replace(".eml", "").split("-").map(Number);

function byTimeAndNumber(a: string, b: string): number {
  const [timeA = 0, numberA = 0] = partsOf(a);
  const [timeB = 0, numberB = 0] = partsOf(b);
  return timeA - timeB || numberA - numberB;
}
