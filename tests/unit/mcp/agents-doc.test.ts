import { readFile } from "node:fs/promises";
import test from "ava";
import { TOOLS } from "../../../services/mcp/tools.js";

const guide = await readFile(new URL("../../../../docs/agents.md", import.meta.url), "utf8");

test("docs/agents.md lists every tool with its inputs and scope, and no other (rules/mcp 4)", (t) => {
  const rows = [...guide.matchAll(/^\| `([a-z_]+)` +\|(.*?)\| `([a-z]+:[a-z]+)` +\|/gm)].map(
    ([, name, inputs, scope]) => ({
      name,
      inputs: [...(inputs ?? "").matchAll(/`([^`]+)`/g)].map(([, input]) => input),
      scope,
    }),
  );
  t.deepEqual(
    rows,
    TOOLS.map(({ name, scope, listing }) => ({
      name,
      inputs: Object.keys(listing.inputSchema.properties ?? {}).map((field) =>
        (listing.inputSchema.required ?? []).includes(field) ? field : `${field}?`,
      ),
      scope,
    })),
  );
});
