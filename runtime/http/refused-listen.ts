import { ConfigError } from "../config/load-config.js";
import type { VariableName } from "../config/register.js";

/**
 * Turns the error of a server that cannot listen into a ConfigError when HOST or the variable of its port is the cause;
 * other errors pass unchanged.
 */
export function refusedListen(error: unknown, variable: VariableName, port: number, host: string): unknown {
  switch ((error as { code?: unknown }).code) {
    case "EADDRINUSE":
      return new ConfigError(`${variable} must be free: another process listens on ${host}:${port}.`);
    case "EACCES":
      return new ConfigError(`${variable} must be one that this process may listen on, and ${port} is not.`);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
      return new ConfigError(`HOST must be a name or address of this machine, and ${host} is not.`);
    default:
      return error;
  }
}
