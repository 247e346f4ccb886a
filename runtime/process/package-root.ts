import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder that contains package.json, found from the sources and from dist alike. */
export const PACKAGE_ROOT: string = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();
