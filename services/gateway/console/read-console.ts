import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

export interface ConsoleFile {
  type: string;
  bytes: Buffer;
  /** The compressed bytes, where compression pays. */
  encoded: Readonly<Partial<Record<"br" | "gzip", Buffer>>>;
}

export interface BuiltConsole {
  /** The document without anybody's data. */
  document: string;
  /** The files by name, hash included. */
  files: ReadonlyMap<string, ConsoleFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Reads the files of the build, or returns null where there is none. A process serves the files that were
 * there when it started.
 */
export function readConsole(folder = join(PACKAGE_ROOT, "console/dist")): BuiltConsole | null {
  try {
    const document = readFileSync(join(folder, "index.html"), "utf8");
    const assets = join(folder, "assets");
    const names = readdirSync(assets);
    const files = new Map<string, ConsoleFile>();
    for (const name of names) {
      const type = TYPES[name.split(".").at(-1) ?? ""];
      if (type === undefined) continue;
      const read = (suffix: string) => readFileSync(join(assets, name + suffix));
      files.set(name, {
        type,
        bytes: read(""),
        encoded: {
          ...(names.includes(`${name}.br`) && { br: read(".br") }),
          ...(names.includes(`${name}.gz`) && { gzip: read(".gz") }),
        },
      });
    }
    return { document, files };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
