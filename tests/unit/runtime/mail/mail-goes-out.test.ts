import test from "ava";
import { loadConfig } from "../../../../runtime/config/load-config.js";
import {
  mailGoesOut,
  spendingNeedsEmail,
  welcomeNeedsEmail,
} from "../../../../runtime/mail/mail-goes-out.js";
import { PluginRegistry } from "../../../../runtime/plugins/registry.js";

function hostOf(env: Record<string, string>, mailers: readonly string[]) {
  const plugins = new PluginRegistry();
  for (const id of mailers)
    plugins.swap({ name: `mail-${id}`, version: "1.0.0", file: "here", status: "loaded", error: null }, [
      { point: "mailer", name: id, driver: { id, send: async () => {} } },
    ]);
  return { config: loadConfig(env), plugins };
}
const answersOf = (host: ReturnType<typeof hostOf>) => [
  mailGoesOut(host),
  spendingNeedsEmail(host),
  welcomeNeedsEmail(host),
];

test("mail goes out by a server or by a plugin's mailer, and what needs a verified address follows (rules/identity 12)", (t) => {
  t.deepEqual(answersOf(hostOf({}, ["file"])), [false, false, false]);
  t.deepEqual(answersOf(hostOf({ SMTP_URL: "smtp://mail:25" }, ["file", "smtp"])), [true, true, true]);
  // a process that loads no plugin for it, where others do
  t.deepEqual(answersOf(hostOf({ SMTP_URL: "smtp://mail:25" }, [])), [true, true, true]);
  t.deepEqual(answersOf(hostOf({}, ["file", "carrier-pigeons"])), [true, true, true]);
});

test("the variables say it otherwise, whatever brings mails out (rules/identity 12)", (t) => {
  const off = { REQUIRE_EMAIL_VERIFICATION: "0", SIGNUP_CREDITS_NEED_EMAIL: "0" };
  t.deepEqual(answersOf(hostOf({ ...off, SMTP_URL: "smtp://mail:25" }, ["file"])), [true, false, false]);
  t.deepEqual(answersOf(hostOf(off, ["carrier-pigeons"])), [true, false, false]);
  const on = { REQUIRE_EMAIL_VERIFICATION: "1", SIGNUP_CREDITS_NEED_EMAIL: "1" };
  t.deepEqual(answersOf(hostOf(on, ["file"])), [false, true, true]);
});

test("a mailer that comes or goes counts at once", (t) => {
  const host = hostOf({}, ["file", "carrier-pigeons"]);
  host.plugins.remove("mail-carrier-pigeons");
  t.deepEqual(answersOf(host), [false, false, false]);
});
