import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { readRunState } from "../../../services/mcp/read-run-state.js";
import type { ToolCall } from "../../../services/mcp/tool.js";

const RUN = {
  status: "running",
  createdAt: "2026-11-28T00:00:00.000Z",
  completedAt: null,
  nodeResults: { a: { status: "complete" }, b: { status: "running" }, c: { status: "skipped" } },
};

/** Answers as a node that hosts workflows does: by the names of its actions. */
const nodeWith = (answers: Record<string, () => unknown>): Pick<ToolCall, "call"> => ({
  call: (async ({ name }: { name: string }) => {
    const answer = answers[name];
    if (answer === undefined) throw new ServiceError("unavailable", `Nobody has ${name}.`);
    return answer();
  }) as ToolCall["call"],
});

test("the state of a run is read from a node of the release before, which has no action for it", async (t) => {
  const before = nodeWith({ "workflows.getRun": () => ({ run: RUN }) });
  const { nodeResults: _nodeResults, ...state } = RUN;
  t.deepEqual(await readRunState(before, { id: "w", runId: "r" }), { ...state, nodes: null } as never);
  const { nodes } = await readRunState(before, { id: "w", runId: "r", withNodes: true });
  t.deepEqual(nodes, { ended: 2, total: 3 });
});

test("a refusal of the state is not asked for anew, and without any node the call is unavailable", async (t) => {
  const refuses = nodeWith({
    "workflows.followRun": () => {
      throw new ServiceError("not_found", "Unknown run.");
    },
    "workflows.getRun": () => t.fail("The whole run was read."),
  });
  await t.throwsAsync(readRunState(refuses, { id: "w", runId: "r" }), { message: "Unknown run." });
  await t.throwsAsync(readRunState(nodeWith({}), { id: "w", runId: "r" }), { message: /Nobody has/ });
});
