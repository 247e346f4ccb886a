import type { Host } from "../process/host.js";

type MailHost = Pick<Host, "config" | "plugins">;

/** Whether mails reach their readers: by a server, or by a mailer of a plugin. Those that are files reach nobody. */
export const mailGoesOut = ({ config, plugins }: MailHost): boolean =>
  config.smtpUrl !== null || plugins.all("mailer").some(({ id }) => id !== "file");

/** Whether spending needs a verified address (rules/identity 12): as REQUIRE_EMAIL_VERIFICATION says, or where mail goes out. */
export const spendingNeedsEmail = (host: MailHost): boolean =>
  host.config.requireEmailVerification ?? mailGoesOut(host);

/** Whether welcome credits wait for a verified address: as SIGNUP_CREDITS_NEED_EMAIL says, or where mail goes out. */
export const welcomeNeedsEmail = (host: MailHost): boolean =>
  host.config.signupCreditsNeedEmail ?? mailGoesOut(host);
