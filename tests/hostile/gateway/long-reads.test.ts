import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// One account asks for long answers of REST many times at once.

const AT_ONCE = 24;
const LARGE_BYTES = 3.8 * 1024 * 1024;

let hostile: HostileSite;
let mallory: Person;
let projectId: string;
let large: string;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
  projectId = await makeProject(mallory);
  const fields = [
    { name: "title", title: "Title", type: "string" },
    { name: "body", title: "Body", type: "text" },
  ];
  const type = { name: "article", title: "Article", fields, titleField: "title" };
  const made = await mallory.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  large = await new Documents(mallory, projectId).make({
    title: "Large",
    body: "largest ".repeat(LARGE_BYTES / 8),
  });
});
test.after.always(() => hostile?.close());

async function read(path: string): Promise<{ status: number; bytes: number; retryAfter: string | null }> {
  const answer = await fetch(`${hostile.kiln.url}${path}`, {
    headers: { authorization: `Bearer ${mallory.key}` },
  });
  const { byteLength: bytes } = await answer.arrayBuffer();
  return { status: answer.status, bytes, retryAfter: answer.headers.get("retry-after") };
}

test.serial(
  "nobody else waits for 24 reads of a document of 3.8 MB at once: each is whole, or 503 with Retry-After (rules/edge 49)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      for (const path of [
        `/v1/content/documents/${large}`,
        `/v1/projects/${projectId}/content/documents?limit=50`,
      ]) {
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => read(path)));
        for (const { status, bytes, retryAfter } of answers) {
          t.true(
            status === 200 ? bytes > LARGE_BYTES : status === 503 && retryAfter !== null,
            String(status),
          );
        }
        const whole = answers.filter(({ status }) => status === 200).length;
        t.log(`${whole} of ${AT_ONCE} were whole`);
        t.true(whole >= 1, "who begins at once does not wait");
      }
    });
    assertUnhurt(t, met);
  },
);

/** Calls a tool, and returns the bytes of the answer with the sentence of a refusal. */
async function callTool(name: string, args: object): Promise<{ bytes: number; refusal: string | null }> {
  const answer = await fetch(`${hostile.kiln.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${mallory.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await answer.text();
  const { result } = JSON.parse(text);
  return { bytes: text.length, refusal: result.isError === true ? result.content[0].text : null };
}

test.serial(
  "nobody else waits for 24 agents that read a document of 3.8 MB at once: each has it whole, or is told to retry (rules/mcp 26)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => callTool("get_content_document", { documentId: large })),
      );
      for (const { bytes, refusal } of answers) {
        if (refusal === null) t.true(bytes > LARGE_BYTES);
        else t.regex(refusal, /^Long answers are made a few at a time.* Retry later\.$/);
      }
      t.true(answers.some(({ refusal }) => refusal === null));
    });
    assertUnhurt(t, met);
  },
);

/** Number of unread answers that have more than the 64 MB after which an account's next answer waits. */
const UNREAD = 8;

/** Begins a request whose answer is not read. */
async function begin(path: string): Promise<IncomingMessage> {
  const asked = get(`${hostile.kiln.url}${path}`, {
    headers: { authorization: `Bearer ${mallory.key}` },
    agent: false,
  });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer.pause();
}

test.serial(
  "a key that is revoked while its read waits for a turn reads nothing (rules/edge 49)",
  async (t) => {
    const path = `/v1/content/documents/${large}`;
    const made = await mallory.session.post("/v1/api-keys", { name: "lent", scopes: ["content:read"] });
    const { apiKey, secret } = made.body;
    const unread: IncomingMessage[] = [];
    for (let count = 0; count < UNREAD; count += 1) unread.push(await begin(path));
    const waiting = fetch(`${hostile.kiln.url}${path}`, { headers: { authorization: `Bearer ${secret}` } });
    await sleep(500);
    t.is((await mallory.session.delete(`/v1/api-keys/${apiKey.id}`)).status, 200);
    for (const answer of unread) answer.destroy();
    t.is((await waiting).status, 401);
  },
);

test.serial(
  "SIGTERM among answers that nobody reads ends the process in time, and everything is exact (rules/running 14)",
  async (t) => {
    const unread: IncomingMessage[] = [];
    for (let count = 0; count < UNREAD; count += 1)
      unread.push(await begin(`/v1/content/documents/${large}`));
    await hostile.stop(t);
    for (const answer of unread) answer.destroy();
  },
);
