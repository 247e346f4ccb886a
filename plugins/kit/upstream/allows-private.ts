import type { PluginHost } from "../define-plugin.js";

/**
 * Returns true if the operator allows private networks (ALLOW_PRIVATE_NETWORK), for development and tests.
 */
export const allowsPrivate = ({ env }: Pick<PluginHost, "env">): boolean =>
  env.ALLOW_PRIVATE_NETWORK === "1" || env.ALLOW_PRIVATE_NETWORK === "true";
