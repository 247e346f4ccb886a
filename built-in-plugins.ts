import { BUILT_IN_STORAGE } from "./built-in-storage.js";
import type { PluginExport } from "./plugins/kit/define-plugin.js";
import mailFile from "./plugins/mail/file/index.js";
import mailSmtp from "./plugins/mail/smtp/index.js";
import paymentsManual from "./plugins/payments/manual/index.js";
import paymentsStripe from "./plugins/payments/stripe/index.js";
import local from "./plugins/providers/local/index.js";
import mock from "./plugins/providers/mock/index.js";

/** The plugins that come with Kiln. */
export const BUILT_IN_PLUGINS: readonly PluginExport[] = [
  ...BUILT_IN_STORAGE,
  mailFile,
  mailSmtp,
  paymentsManual,
  paymentsStripe,
  local,
  mock,
];
