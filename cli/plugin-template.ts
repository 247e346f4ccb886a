import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../runtime/process/package-root.js";

/** The files of a new provider: the one of examples/plugins, under the new name. */
export function providerFiles(name: string): Record<string, string> {
  const example = readFileSync(join(PACKAGE_ROOT, "examples/plugins/hello-provider.mjs"), "utf8");
  const index = example
    .replaceAll('"hello"', JSON.stringify(name))
    .replaceAll('"hello-square"', JSON.stringify(`${name}-square`))
    .replace("Hello: a square", `${name}: a square`)
    // The types are this repository's; outside of it the file is plain JavaScript.
    .replace("// @ts-check\n", "")
    .replaceAll(/\/\*\* @type \{[^}]*\} \*\/\n/g, "")
    .replace(/\/\*\* @type \{[^}]*\} \*\/ /, "");
  return {
    "index.mjs": index,
    "package.json": `${JSON.stringify({ name: `kiln-plugin-${name}`, version: "1.0.0", private: true, type: "module", main: "index.mjs" }, null, 2)}\n`,
    "README.md": `# ${name}

A model provider for Kiln. Copy or link this folder into \`PLUGINS_DIR\`; it is loaded while the server runs, and
loaded again when a file changes.

\`kiln plugin test .\` runs the conformance suite. What \`submit\`, \`poll\` and \`cancel\` mean, and how errors are
classified, is written in docs/plugins.md of Kiln.
`,
  };
}

const SERVICE_FILES = [
  "index.mjs",
  "link.mjs",
  "change-links.mjs",
  "read-links.mjs",
  "index.test.mjs",
  "package.json",
];

/** The files of a new service: the link shortener of examples/plugins, under the new name. */
export function serviceFiles(name: string): Record<string, string> {
  const read = (file: string) => readFileSync(join(PACKAGE_ROOT, "examples/plugins/links", file), "utf8");
  const renamed = (text: string) =>
    text
      .replaceAll("x_links_", `x_${name}_`)
      .replaceAll("/v1/p/links", `/v1/p/${name}`)
      .replaceAll(/(["`])links\./g, `$1${name}.`)
      .replaceAll('name: "links"', `name: ${JSON.stringify(name)}`)
      .replaceAll("kiln-plugin-links", `kiln-plugin-${name}`);
  return {
    ...Object.fromEntries(SERVICE_FILES.map((file) => [file, renamed(read(file))])),
    "README.md": `# ${name}

A service for Kiln: routes under \`/v1/p/${name}/\`, agent tools, a table of its own. It begins as a link shortener; put your
actions in its place. Copy or link this folder into \`PLUGINS_DIR\`; it is loaded while the server runs, and loaded again when a
file changes.

\`npm test\` runs its own tests, \`kiln plugin test .\` the conformance suite. What a contract, a handler and a migration have is
written in docs/plugins.md of Kiln.
`,
  };
}
