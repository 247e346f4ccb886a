import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { unreadAnswers } from "../../../runtime/http/unread-answers.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";
import { waitUntil } from "../../helpers/wait-until.js";

const MB = 2 ** 20;
/** A body of this size is an answer of more than 5 MB, since a result has its JSON twice. */
const LARGE_BYTES = 3.8 * MB;
const { patienceMs } = unreadAnswers;

let kiln: Kiln;
let ann: Person;
let documentId: string;
let publishedId: string;
let projectId: string;
let transcriptionId: string;
let workflowId: string;
let done: { id: string };
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  const documents = new Documents(ann, projectId);
  const large = { title: "Large", body: "largest ".repeat(LARGE_BYTES / 8) };
  documentId = await documents.make(large);
  publishedId = await documents.makePublished(large);
  const { body } = await ann.api.post("/v1/transcriptions", {
    storageId: await uploadSound(ann.api),
    durationSeconds: 5,
  });
  transcriptionId = body.job.id;
  await waitForTranscription(ann.api, transcriptionId);
  workflowId = await makeWorkflow(ann.api, graphOf([promptNode("p", "words")]));
  done = await runToEnd(ann.api, workflowId);
});
test.afterEach.always(() => void (unreadAnswers.patienceMs = patienceMs));
test.after.always(() => kiln?.stop());

const head = (body: string) => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  authorization: `Bearer ${ann.key}`,
  "content-length": String(Buffer.byteLength(body)),
});
const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const toolCall = (name: string, args: object, more: object = {}) =>
  message("tools/call", { name, arguments: args, ...more });

interface Made {
  isError?: boolean;
  content: [{ text: string }];
  structuredContent: { workflow: { graph: unknown } };
}

/** Sends a call of create_workflow. */
async function post(body: string): Promise<{ result: Made }> {
  const { body: answer } = await rawRequest(`${kiln.url}/mcp`, {
    method: "POST",
    headers: head(body),
    pieces: [Buffer.from(body)],
  });
  return JSON.parse(answer.toString());
}

test.serial(
  "a graph of 470 levels and 40,000 numbers is answered without indentation (rules/mcp 5)",
  async (t) => {
    let data: unknown = Array.from({ length: 40_000 }, () => 1);
    for (let level = 0; level < 470; level += 1) data = [data];
    const graph = { nodes: [{ id: "n", type: "prompt", x: 0, y: 0, data: { data } }], edges: [] };
    const { result } = await post(toolCall("create_workflow", { graph }));
    t.not(result.isError, true, result.content[0].text.slice(0, 300));
    t.deepEqual(result.structuredContent.workflow.graph, graph);
    const { text } = result.content[0];
    const compact = JSON.stringify(result.structuredContent);
    t.true(text.length < 2 * compact.length, `${text.length} characters of ${compact.length}`);
    t.is(JSON.stringify(JSON.parse(text)), compact);
  },
);

/** Begins a read by REST whose answer is not read. */
async function begin(path: string): Promise<IncomingMessage> {
  const asked = get(`${kiln.url}${path}`, {
    headers: { authorization: `Bearer ${ann.key}` },
    agent: false,
  });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer.pause();
}

/** Numbers of answers that have more than the 64 MB together after which an account's next long answer waits. */
const UNREAD = 8;
const UNREAD_OF_AGENT = 9;

test.serial(
  "a tool that reads a document waits in the account's queue of long reads, and is refused with REST's sentence (rules/mcp 26)",
  async (t) => {
    unreadAnswers.patienceMs = 600_000;
    const path = `/v1/content/documents/${documentId}`;
    const unread: IncomingMessage[] = [];
    for (let count = 0; count < UNREAD; count += 1) unread.push(await begin(path));
    const agent = await connectAgent(kiln.url, ann.key);
    try {
      const LATER = /Long answers are made a few at a time, .* Retry later\.$/;
      const [tools, started] = await Promise.all([
        Promise.all([
          callTool(agent, "get_content_document", { documentId }),
          callTool(agent, "list_content_documents", { projectId }),
          callTool(agent, "get_transcription", { transcriptionId }),
          callTool(agent, "get_workflow_run", { workflowId, runId: done.id }),
          callTool(agent, "list_workflow_triggers", { workflowId }),
        ]),
        callTool(agent, "run_workflow", { workflowId, waitSeconds: 60 }),
        t.throwsAsync(agent.readResource({ uri: uri() }), { message: LATER }),
        t.throwsAsync(agent.listResources(), { message: LATER }),
        t.throwsAsync(agent.getPrompt({ name: "review_draft", arguments: { documentId } }), {
          message: LATER,
        }),
        t.throwsAsync(
          agent.complete({
            ref: { type: "ref/prompt", name: "review_draft" },
            argument: { name: "documentId", value: "" },
          }),
          { message: LATER },
        ),
      ]);
      for (const { isError, text } of tools) {
        t.true(isError, text.slice(0, 300));
        t.regex(text, LATER);
      }
      // Who started a run does not lose its id, and reads its results later.
      t.is(started.json.run.status, "complete");
      t.not(started.json.run.nodeResults.p.status, "complete");
      t.false((await callTool(agent, "get_credits")).isError, "what is short waits for nobody");
      for (const answer of unread) answer.destroy();
      await waitUntil(() => unreadAnswers.bytes === 0);
      const read = await callTool(agent, "get_workflow_run", { workflowId, runId: started.json.run.id });
      t.is(read.json.run.nodeResults.p.status, "complete");
      const { json } = await callTool(agent, "get_content_document", { documentId });
      t.is(json.document.id, documentId);
    } finally {
      for (const answer of unread) answer.destroy();
      await agent.close();
    }
  },
);

test.serial(
  "an agent's unread answers count for the account's reads by REST too (rules/mcp 26)",
  async (t) => {
    unreadAnswers.patienceMs = 600_000;
    const sockets: Socket[] = [];
    try {
      for (let count = 0; count < UNREAD_OF_AGENT; count += 1) {
        const before = unreadAnswers.bytes;
        sockets.push(await askAndLeave(toolCall("get_content_document", { documentId })));
        await waitUntil(() => unreadAnswers.bytes > before);
      }
      const { status, headers } = await ann.api.get(`/v1/content/documents/${documentId}`);
      t.is(status, 503);
      t.truthy(headers.get("retry-after"));
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await waitUntil(() => unreadAnswers.bytes === 0);
    t.is((await ann.api.get(`/v1/content/documents/${documentId}`)).status, 200);
  },
);

/** Sends a message and reads nothing from then on. */
async function askAndLeave(body: string): Promise<Socket> {
  const { hostname, port } = new URL(kiln.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  socket.on("error", () => {});
  const lines = Object.entries({ host: "kiln", ...head(body) }).map(([name, value]) => `${name}: ${value}`);
  socket.write(["POST /mcp HTTP/1.1", ...lines, "", body].join("\r\n"));
  return socket;
}

/** A published document is in the answer of a resource twice; once, the system may take all of it. */
const uri = () => `kiln://projects/${projectId}/documents/${publishedId}`;
/** Messages with answers of over 5 MB, by the way in which they are answered. */
const UNREAD_MESSAGES: Readonly<Record<string, () => string>> = {
  "of a call in its usual form": () => toolCall("get_content_document", { documentId }),
  "of a stream": () => toolCall("get_content_document", { documentId }, { _meta: { progressToken: 1 } }),
  "of a resource": () => message("resources/read", { uri: uri() }),
};

/** Looks more often than an answer is given up, however slow the machine is: both are timers of one process. */
async function look(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await sleep(20))
    if (Date.now() > end) throw new Error("It did not happen.");
}

for (const [way, body] of Object.entries(UNREAD_MESSAGES)) {
  test.serial(
    `an answer ${way} that nobody reads is given up with its connection (rules/mcp 27)`,
    async (t) => {
      unreadAnswers.patienceMs = 300;
      const socket = await askAndLeave(body());
      await look(() => unreadAnswers.bytes > LARGE_BYTES);
      await look(() => unreadAnswers.bytes === 0);
      // The socket has what the system buffered, and then the end.
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk)).resume();
      if (!socket.closed) await once(socket, "close");
      const text = Buffer.concat(chunks).toString();
      t.regex(text, /^HTTP\/1\.1 200/);
      t.notRegex(text.slice(-100), /"id":1\}/, "the end of the answer is missing");
    },
  );
}

test.serial(
  "a stream that has nothing to send stays open, whatever the patience is (rules/mcp 27)",
  async (t) => {
    const agent = await connectAgent(kiln.url, ann.key);
    unreadAnswers.patienceMs = 50;
    const params = { kind: "image", prompt: "[slow=1.5] snail", aspectRatio: "1:1", numImages: 1 };
    const args = { model: "mock-image", params, waitSeconds: 60 };
    const seen: unknown[] = [];
    const { isError, text } = await callTool(agent, "generate", args, {
      onprogress: (told) => seen.push(told),
    });
    t.false(isError, text);
    t.is(unreadAnswers.bytes, 0);
    await agent.close();
  },
);
