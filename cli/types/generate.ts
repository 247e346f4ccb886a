import { clientSource, namesIn } from "./client-source.js";
import { type Project, writeContent } from "./write-content.js";

const HEADER = `// Made by \`kiln types\` from a project's content types; edits are lost when it is made again.
/* eslint-disable */
/* oxlint-disable */
`;

/** The file of a project: its types, and a client. The same project gives the same text, whatever its order. */
export function generate(project: Project): string {
  const client = clientSource();
  return [HEADER, writeContent(project, namesIn(client)), client].join("\n");
}
