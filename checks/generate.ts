/** `npm run generate` writes the files that are made from sources. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GENERATED } from "./generated.js";
import { REPOSITORY } from "./repository.js";

for (const { path, build } of GENERATED) {
  const file = join(REPOSITORY, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, build());
  console.log(`wrote ${path}`);
}
