import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const PATH = "/v1/graphql";
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;
test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

/** Opens a stream. `text` is what has come so far. */
async function open(client: Client, query: string) {
  const leave = new AbortController();
  const response = await fetch(`${client.base}${PATH}`, {
    method: "POST",
    headers: { ...client.headers, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ query }),
    signal: leave.signal,
  });
  const stream = {
    status: response.status,
    type: response.headers.get("content-type"),
    text: "",
    isOver: false,
  };
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString();
    stream.isOver = true;
  };
  const reading = read().catch(() => (stream.isOver = true));
  return { stream, leave: () => leave.abort(), reading };
}

const start = async (api: Client, prompt: string): Promise<string> =>
  (
    await api.post("/v1/generations", {
      model: "mock-image",
      params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
    })
  ).body.job.id as string;

test("a job is streamed until it is over, in the mode of distinct connections (rules/edge 47)", async (t) => {
  const { api } = t.context.ann;
  const id = await start(api, "[slow=1] pots");
  const { stream, reading } = await open(
    api,
    `subscription { generation(id: "${id}") { id status results { url } } }`,
  );
  t.is(stream.status, 200);
  t.regex(stream.type ?? "", /^text\/event-stream/);
  await reading;
  const results = [...stream.text.matchAll(/event: next\ndata: (.+)\n/g)].map(([, data = ""]) =>
    JSON.parse(data),
  );
  t.true(results.length >= 2, stream.text);
  t.is(results.at(-1).data.generation.status, "succeeded");
  t.is(typeof results.at(-1).data.generation.results[0].url, "string");
  t.regex(stream.text, /event: complete\ndata: ?\n\n$/);
});

test("changes tell of all jobs of an account, and of nobody else's (rules/edge 47)", async (t) => {
  const { kiln, ann } = t.context;
  const bob = await signUp(kiln.url);
  const { stream, leave, reading } = await open(ann.api, "subscription { changes { type id status } }");
  await until(async () => stream.text.includes("retry"));
  const theirs = await start(bob.api, "cups");
  const own = await start(ann.api, "pots");
  await until(async () => stream.text.includes(own) && stream.text.includes("succeeded"));
  t.false(stream.text.includes(theirs));
  leave();
  await reading;
});

test("a stream is refused as a request is: credential, scope, query; and ends with its key (rules/edge 47)", async (t) => {
  const { kiln, ann } = t.context;
  const query = "subscription { changes { id } }";
  t.is((await open(new Client(kiln.url), query)).stream.status, 401);
  const made = await ann.session.post("/v1/api-keys", { name: "Media", scopes: ["media:read"] });
  const limited = new Client(kiln.url, { authorization: `Bearer ${made.body.secret}` });
  t.is((await open(limited, query)).stream.status, 403);
  t.is((await open(ann.api, "subscription { changes { nothing } }")).stream.status, 400);
  const plain = await ann.api.post(PATH, { query });
  t.is(plain.status, 400);
  t.regex(plain.body.errors[0].message, /text\/event-stream/);
  const own = await ann.session.post("/v1/api-keys", { name: "Own", scopes: ["generation:read"] });
  const { stream, reading } = await open(
    new Client(kiln.url, { authorization: `Bearer ${own.body.secret}` }),
    query,
  );
  t.is(stream.status, 200);
  await ann.session.delete(`/v1/api-keys/${own.body.apiKey.id}`);
  await reading;
  t.true(stream.isOver);
});

test("somebody else's job ends a stream with REST's sentence (rules/edge 47)", async (t) => {
  const { kiln, ann } = t.context;
  const bob = await signUp(kiln.url);
  const id = await start(bob.api, "cups");
  const { stream, reading } = await open(ann.api, `subscription { generation(id: "${id}") { id } }`);
  await reading;
  t.regex(stream.text, /not_found/);
});
