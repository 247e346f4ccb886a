import { fileURLToPath } from "node:url";
import { type ServerProcess, startServerProcess } from "../processes/server-process.js";

/** Starts one of the servers that Kiln is compared with, in a process of its own. */
export const startServer = (
  name: "bare" | "copier" | "hand-written" | "one-query" | "origin" | "sink",
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => startServerProcess(fileURLToPath(new URL(`${name}.js`, import.meta.url)), env);
