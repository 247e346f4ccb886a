import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as {
  version: string;
};

/** Identity of the server, in both eras of the protocol. */
export const IDENTITY = { name: "kiln", title: "Kiln", version };
