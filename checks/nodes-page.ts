import type { InputPort, NodeSetting, OutputPort, WorkflowNode } from "../plugins/kit/workflow-node.js";

const HEAD = `# Node types of workflows

What \`type\`, \`data\` and the ports of a graph's nodes mean. Made from the declarations in \`plugins/nodes/\` by
\`npm run generate\`; [plugins](plugins.md#extension-point-workflownode) says how to write one.

- A node's settings are fields of its \`data\`; an edge into the matching port wins over the setting. Unknown fields are kept and not read.
- An edge's \`sourceHandle\` and \`targetHandle\` name ports. A null one means the first free port of a fitting type; an output
  feeds any number of edges, and branches are taken one after the other.
- A list port takes any number of edges, in their order. Several edges into another port are an error of the node.
- A run's \`inputs\` stand in for one setting, where the type says so, and change nothing that is saved.
- A graph node may name the \`version\` of its type; without one it is version 1.
`;

/** Returns docs/nodes.md: every node type that comes with Kiln. */
export const nodesPage = (nodes: readonly WorkflowNode[]): string => HEAD + nodes.map(section).join("");

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const code = (value: unknown) =>
  `\`${cell(typeof value === "string" ? JSON.stringify(value) : String(value))}\``;

function section({
  type,
  version,
  title,
  description,
  inputs,
  outputs,
  settings,
  takes,
}: WorkflowNode): string {
  const run =
    takes === undefined
      ? ""
      : `\nA run may give it \`{ ${takes.value} }\`, in place of \`data.${takes.field}\`.\n`;
  return `\n## ${type}\n\n${title}${version > 1 ? `, version ${version}` : ""}. ${description}\n${run}${[
    table("Input", Object.entries(inputs).map(inputRow)),
    table("Output", Object.entries(outputs).map(outputRow)),
    table("Setting", Object.entries(settings).map(settingRow)),
  ].join("")}`;
}

const table = (name: string, rows: readonly string[]): string =>
  rows.length === 0 ? "" : `\n| ${name} | Type | Meaning |\n|---|---|---|\n${rows.join("")}`;

const inputRow = ([name, { types, isList, isRequired, setting, description }]: [
  string,
  InputPort,
]): string => {
  const marks = [isList === true ? "a list" : "", isRequired === true ? "required" : ""].filter(
    (mark) => mark !== "",
  );
  const stands = setting === undefined ? "" : ` Without an edge: \`data.${setting}\`.`;
  return `| \`${name}\` | ${types.join(", ")}${marks.length === 0 ? "" : `; ${marks.join(", ")}`} | ${cell(description)}${stands} |\n`;
};

const outputRow = ([name, { types, branches, isNamedOnly, description }]: [string, OutputPort]): string => {
  const ports = branches === undefined ? `\`${name}\`` : `\`${name}-1\` to \`${name}-${branches}\``;
  return `| ${ports} | ${types.join(", ")} | ${cell(description)}${isNamedOnly === true ? " Only by its name." : ""} |\n`;
};

function settingRow([name, { type, default: usual, values, min, max, description }]: [
  string,
  NodeSetting,
]): string {
  const bounds = [
    ...(values === undefined ? [] : [values.map(code).join(", ")]),
    ...(min === undefined ? [] : [`from ${min}`]),
    ...(max === undefined ? [] : [`to ${max}`]),
    ...(usual === undefined ? [] : [`default ${code(usual)}`]),
  ];
  const kind = type === "strings" ? "list of strings" : type;
  return `| \`${name}\` | ${[kind, ...bounds].join("; ")} | ${cell(description)} |\n`;
}
