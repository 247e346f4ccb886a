import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import { LongQueue } from "../../../runtime/http/long-queue.js";
import { AnswerTurn } from "../../../services/mcp/answer-turn.js";
import { waitForRun } from "../../../services/mcp/wait-for-run.js";
import type { WorkflowRunView } from "../../../contracts/workflows.js";
import { TOOLS } from "../../../services/mcp/tools.js";
import type { ToolCall } from "../../../services/mcp/tool.js";

const NEVER = new AbortController().signal;

const queueOf = () => new LongQueue(() => true, { atOnce: 1, ofAccount: 1, unread: 100 });

/** Makes the turn of a message of the account, with its answer's connection. */
function message(queue: LongQueue, { isStillValid = async () => true } = {}) {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const res = Object.assign(new EventEmitter(), { req: { socket } });
  const turn = new AnswerTurn(queue, {
    auth: { accountId: "a" } as Auth,
    res: res as unknown as ServerResponse,
    isStillValid,
  });
  return { turn, taken: () => res.emit("close") };
}

/** Begins a turn and tells whether it has begun. */
function begin(turn: AnswerTurn, signal = NEVER) {
  const state = { hasBegun: false };
  const begun = turn.begin(signal).then(() => (state.hasBegun = true));
  return { state, begun };
}

test("a message with a long answer waits until the one before it is made (rules/mcp 26)", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  await first.turn.begin(NEVER);
  const second = message(queue);
  const { state, begun } = begin(second.turn);
  await nextTurn();
  t.false(state.hasBegun);
  first.turn.made(10);
  await begun;
  second.turn.end();
});

test("an answer that is not read counts for the account until it is taken (rules/mcp 26)", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  first.turn.made(101);
  first.turn.end();
  const { state, begun } = begin(message(queue).turn);
  await nextTurn();
  t.false(state.hasBegun);
  first.taken();
  await begun;
  t.true(state.hasBegun);
});

test("the turn of a client that left ends with the call that still runs (rules/mcp 26)", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  const { promise: result, resolve: give } = Promise.withResolvers<string>();
  const call = first.turn.during(() => result);
  first.turn.end();
  const { state, begun } = begin(message(queue).turn);
  await nextTurn();
  t.false(state.hasBegun);
  give("a document");
  t.is(await call, "a document");
  await begun;
  t.true(state.hasBegun);
});

test("an event of progress, which is sent while a call runs, does not end the turn (rules/mcp 26)", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  const { promise: result, resolve: give } = Promise.withResolvers<string>();
  const call = first.turn.during(() => result);
  first.turn.made(90);
  const { state, begun } = begin(message(queue).turn);
  await nextTurn();
  t.false(state.hasBegun);
  give("a document");
  await call;
  first.turn.made(90);
  await begun;
  t.true(state.hasBegun);
});

test("a turn that comes after the message is over ends at once", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  const second = message(queue);
  const { begun } = begin(second.turn);
  second.turn.end();
  first.turn.end();
  await begun;
  const third = message(queue);
  await third.turn.begin(NEVER);
  t.pass();
});

test("who has waited with a credential that has ended is not authenticated (rules/mcp 26)", async (t) => {
  const queue = queueOf();
  const first = message(queue);
  await first.turn.begin(NEVER);
  const revoked = message(queue, { isStillValid: async () => false });
  const { begun } = begin(revoked.turn);
  first.turn.end();
  await t.throwsAsync(begun, { code: "unauthenticated" });
  revoked.turn.end();
  await t.notThrowsAsync(message(queue, { isStillValid: async () => false }).turn.begin(NEVER));
});

test("a client that leaves waits no longer", async (t) => {
  const queue = queueOf();
  await message(queue).turn.begin(NEVER);
  const left = new AbortController();
  const { begun } = begin(message(queue).turn, left.signal);
  left.abort();
  await t.throwsAsync(begun, { code: "unavailable", message: "The caller has left." });
});

const ID = "00000000-0000-7000-8000-000000000001";
/** Arguments of the tools whose results may be long. */
const LONG: Readonly<Record<string, Record<string, string>>> = {
  get_content_document: { documentId: ID },
  list_content_documents: { projectId: ID },
  list_content_types: { projectId: ID },
  get_workflow_run: { workflowId: ID, runId: ID },
  stop_workflow_run: { workflowId: ID, runId: ID },
  list_workflow_triggers: { workflowId: ID },
};

test("a run that is waited for takes its turn when the wait is over, and one that runs on takes none (rules/mcp 26)", async (t) => {
  for (const [status, seconds, steps] of [
    ["running", 0, []],
    ["complete", 0, ["turn"]],
    ["running", 60, ["wait", "turn", "read"]],
  ] as const) {
    const seen: string[] = [];
    const call = {
      startedAt: 0,
      longTurn: async () => void seen.push("turn"),
      waitFor: async () => void seen.push("wait"),
      call: async () => {
        seen.push("read");
        return { run: { status: "complete" } };
      },
    } as unknown as ToolCall;
    await waitForRun(call, { workflowId: ID, id: ID, status } as WorkflowRunView, seconds);
    t.deepEqual(seen, [...steps], `${status}, ${seconds} s`);
  }
});

test("tools whose results may be long wait for their turn before they read, and others do not (rules/mcp 26)", async (t) => {
  const REST = TOOLS.filter(({ contract }) => contract.rest?.long === true).map(({ name }) => name);
  t.true(
    REST.every((name) => Object.hasOwn(LONG, name)),
    REST.join(),
  );
  for (const [name, args] of Object.entries({ ...LONG, get_credits: {} })) {
    const steps: string[] = [];
    const call = {
      longTurn: async () => void steps.push("turn"),
      call: async (contract: { name: string }) => {
        steps.push(contract.name);
        throw new Error("read");
      },
    } as unknown as ToolCall;
    const tool = TOOLS.find((each) => each.name === name);
    await t.throwsAsync(async () => tool?.run(call, args), { message: "read" }, name);
    t.deepEqual(
      steps.map((step) => step === "turn"),
      name === "get_credits" ? [false] : [true, false],
      name,
    );
  }
});
