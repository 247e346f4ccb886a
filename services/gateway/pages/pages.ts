import { AGENT_PAGES } from "./agents.js";
import { BILLING_PAGES } from "./billing.js";
import { LIBRARY_PAGES } from "./library.js";
import { PROJECT_PAGES } from "./projects.js";
import { RESET_PAGES } from "./reset-password.js";
import { SIGN_IN_PAGES } from "./sign-in.js";
import { SIGN_UP_PAGES } from "./sign-up.js";
import { START_PAGES } from "./start.js";
import { VERIFY_PAGES } from "./verify-email.js";
import type { PageRoute } from "./visit.js";

/**
 * Every page with its forms. Links of mails, tool results and payment providers lead to these, and to
 * `/checkout`.
 */
export const PAGES: readonly PageRoute[] = [
  ...START_PAGES,
  ...SIGN_IN_PAGES,
  ...SIGN_UP_PAGES,
  ...VERIFY_PAGES,
  ...RESET_PAGES,
  ...PROJECT_PAGES,
  ...AGENT_PAGES,
  ...LIBRARY_PAGES,
  ...BILLING_PAGES,
];
