interface Entry {
  default: string | null;
  accepted: string;
  description: string;
}

const HEAD = `# Configuration

Kiln is configured by environment variables and starts with none of them set. A value that is not accepted
stops the start with one sentence. Made from \`runtime/config/register.ts\` by \`npm run generate\`.

| variable | default | accepts | meaning |
| --- | --- | --- | --- |
`;

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Returns docs/configuration.md: the register of variables, one row each. */
export function configurationPage(register: Readonly<Record<string, Entry>>): string {
  const rows = Object.entries(register).map(
    ([name, variable]) =>
      `| \`${name}\` | ${variable.default === null ? "" : `\`${cell(variable.default)}\``} ` +
      `| ${cell(variable.accepted)} | ${cell(variable.description)} |\n`,
  );
  return HEAD + rows.join("");
}

/** Returns the variables that a page in the form of `configurationPage` lists. */
export const readConfigurationPage = (page: string): string[] =>
  [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name);
