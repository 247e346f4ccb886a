import test from "ava";
import { grants, type Scope } from "../../../contracts/scopes.js";
import { instructionsFor } from "../../../services/mcp/instructions.js";
import { TOOLS } from "../../../services/mcp/tools.js";

const namesIn = (text: string): string[] => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];

test("instructions say how to begin with media and with content (rules/mcp 18)", (t) => {
  const text = instructionsFor(new Set(TOOLS.map(({ name }) => name)));
  for (const name of ["list_projects", "list_models", "list_content_types", "publish_content_document"])
    t.true(namesIn(text).includes(name), name);
});

const SCOPES: (Scope[] | null)[] = [
  null,
  ["content:rw"],
  ["content:read"],
  ["generation:rw"],
  ["media:read"],
  ["account:read"],
];
for (const scopes of SCOPES)
  test(`instructions name no tool that is not offered: ${scopes?.join(", ") ?? "every scope"} (rules/mcp 18)`, (t) => {
    const offered = new Set(TOOLS.filter(({ scope }) => grants(scopes, scope)).map(({ name }) => name));
    t.deepEqual(
      namesIn(instructionsFor(offered)).filter((name) => !offered.has(name)),
      [],
    );
  });
