interface Entry {
  status: number;
  exposed: boolean;
  message: string;
}

const HEAD = `# Errors

Every error of the REST API is \`{ "error": { "code", "message" } }\`. Branch on \`code\`, never on \`message\`:
messages name what was wrong and may change. \`rate_limited\`, \`provider_unavailable\` and \`unavailable\` carry
\`Retry-After\`. Made from \`contracts/errors.ts\` by \`npm run generate\`.

| code | status | message by default |
| --- | --- | --- |
`;

/** Returns docs/errors.md: the register of errors, one row a code. */
export function errorsPage(register: Readonly<Record<string, Entry>>): string {
  const rows = Object.entries(register).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message.replaceAll("|", "\\|")} |\n`,
  );
  return HEAD + rows.join("");
}

/** Returns the codes, with their statuses, that a page in the form of `errorsPage` lists. */
export function readErrorsPage(page: string): Map<string, number> {
  return new Map(
    [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code = "", status]) => [code, Number(status)]),
  );
}
