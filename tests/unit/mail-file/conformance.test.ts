import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { checkMailer } from "../../../plugins/kit/conformance/mailer.js";
import type { PluginHost } from "../../../plugins/kit/define-plugin.js";
import mailFile from "../../../plugins/mail/file/index.js";

test("the mailer of files keeps what the kit asks of a mailer (rules/models 36)", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-mails-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const host = { dataDir, baseUrl: "http://localhost", log: { info: () => {} } } as unknown as PluginHost;
  const { mailer } = mailFile.provides;
  const opened = typeof mailer === "function" ? await mailer(host) : mailer;
  if (!opened) return t.fail("It gave no mailer.");
  for (const { name, ok, detail } of await checkMailer(opened, "ann@example.com"))
    t.true(ok, `${name}: ${detail}`);
  t.is((await readdir(join(dataDir, "mail"))).length, 4);
});
