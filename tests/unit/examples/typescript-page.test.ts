import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import test from "ava";
import { packSdk } from "../../../checks/sdk/pack.js";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import { compileStrict } from "../../helpers/compile-strict.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

const page = ["typescript.md", "sdk.md"]
  .map((name) => readFileSync(join(PACKAGE_ROOT, "docs", name), "utf8"))
  .join("\n");
/** The pages mark the blocks that are compiled. */
const blocks = [...page.matchAll(/<!-- compiled by [^>]*-->\n\n( *)```ts\n([\s\S]*?)\n *```/g)].map(
  ([, indent = "", code = ""]) => `${code.replaceAll(new RegExp(`^${indent}`, "gm"), "")}\n`,
);

test("what docs/typescript.md and docs/sdk.md show compiles strictly with the types of a project and the packed library (rules/clients 2)", async (t) => {
  t.is(blocks.length, 3);
  const folder = mkdtempSync(join(tmpdir(), "kiln-page-"));
  try {
    const tarball = packSdk(folder);
    mkdirSync(join(folder, "sdk"));
    execFileSync("tar", ["-xzf", tarball, "-C", join(folder, "sdk")]);
    const said = await compileStrict(
      {
        "kiln-content.ts": generate(EXAMPLE),
        ...Object.fromEntries(blocks.map((code, at) => [`block-${at}.ts`, code])),
      },
      "node",
      {
        isolatedDeclarations: false,
        declaration: false,
        allowImportingTsExtensions: true,
        paths: { "@kiln-platform/sdk": [join(folder, "sdk/package/dist/index.d.ts")] },
      },
    );
    t.is(said, "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
