import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type ConnectedAgent, connectedAgent } from "../../helpers/connected-agent.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { connectStateless, stateless } from "../../helpers/stateless-agent.js";
import { type GraphNode, graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const image = (numImages = 1) => ({
  model: "mock-image",
  params: { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages },
  waitSeconds: 0,
});
const ASKS = { capabilities: { elicitation: { form: {} } } };

/** Connects an agent that asks before it spends more than the given credits. */
async function asking(askAboveCredits: number): Promise<ConnectedAgent> {
  const agent = await connectedAgent(kiln);
  const set = await agent.person.session.patch(`/v1/oauth/grants/${agent.grantId}`, {
    budget: { askAboveCredits },
  });
  if (set.body.grant?.budget?.askAboveCredits !== askAboveCredits) throw new Error(JSON.stringify(set.body));
  return agent;
}
const call = async (key: string, name: string, args: object, more: object = {}, claims: object = ASKS) =>
  JSON.parse(
    (
      await stateless(kiln.url, key, "tools/call", { name, arguments: args, ...more }, claims)
    ).body.toString(),
  );
const jobsOf = async ({ person }: ConnectedAgent): Promise<number> =>
  (await person.api.get("/v1/generations")).body.total;
const answered = (requestState: string, action: string, content?: object) => ({
  requestState,
  inputResponses: { allow: { action, ...(content !== undefined && { content }) } },
});
const YES = { allow: true };

test("a spend above the threshold asks the person first, with its price, and starts nothing until they allow it (rules/mcp 17)", async (t) => {
  const agent = await asking(0);
  const { accessToken: token } = agent;
  const { result } = await call(token, "generate", image());
  t.is(result.resultType, "input_required");
  t.is(await jobsOf(agent), 0);
  const { method, params } = result.inputRequests.allow;
  t.is(method, "elicitation/create");
  const { estimatedCredits } = (
    await agent.person.api.post("/v1/estimates", { model: image().model, params: image().params })
  ).body;
  t.true(
    params.message.includes(`It costs up to ${estimatedCredits as number} credits; you pay.`),
    params.message,
  );
  t.true(params.message.includes("Generate media"));
  for (const [action, content] of [
    ["decline"],
    ["cancel"],
    ["accept", { allow: false }],
    ["accept"],
  ] as const) {
    const refused = await call(token, "generate", image(), answered(result.requestState, action, content));
    t.true(refused.result.isError, action);
    t.regex(refused.result.content[0].text, /^The person did not allow this/);
  }
  t.is(await jobsOf(agent), 0);
  const done = await call(token, "generate", image(), answered(result.requestState, "accept", YES));
  t.is(done.result.resultType, "complete");
  t.truthy(done.result.structuredContent.job.id);
  t.is(await jobsOf(agent), 1);
});

test("an answer counts once, for the same call at no higher price, from the same agent, and only as it was signed (rules/mcp 17)", async (t) => {
  const [agent, other] = [await asking(0), await asking(0)];
  const { accessToken: token } = agent;
  const ask = async () => (await call(token, "generate", image())).result.requestState as string;
  const state = await ask();
  const yes = answered(state, "accept", YES);
  const dearer = await call(token, "generate", image(4), yes);
  t.is(dearer.result.resultType, "input_required", "other arguments are another question");
  const elsewhere = await call(other.accessToken, "generate", image(), yes);
  t.is(elsewhere.error?.code, -32602, JSON.stringify(elsewhere));
  const [head, body = "", mac] = state.split(".");
  const forged = Buffer.from(Buffer.from(body, "base64url").toString().replace("generate", "transcri"));
  for (const bad of [`${head}.${forged.toString("base64url")}.${mac}`, "x", `${state}x`]) {
    const refused = await call(token, "generate", image(), answered(bad, "accept", YES));
    t.is(refused.error?.code, -32602, bad);
  }
  const without = await call(token, "generate", image(), { inputResponses: yes.inputResponses });
  t.is(without.result.resultType, "input_required", "an answer to no question");
  t.is(await jobsOf(agent), 0);
  // The next token of the agent belongs to the same agent.
  const next = await agent.refresh();
  const all = await Promise.all(Array.from({ length: 5 }, () => call(next, "generate", image(), yes)));
  t.is(all.filter(({ result }) => result.isError !== true).length, 1);
  t.is(await jobsOf(agent), 1, "five at once spend once");
  t.is(await jobsOf(other), 0);
});

test("under the threshold nobody is asked; a wrong call is refused without a question; and only what spends asks (rules/mcp 17)", async (t) => {
  const agent = await asking(10_000);
  const { accessToken: token } = agent;
  t.is((await call(token, "generate", image())).result.resultType, "complete");
  const strict = await asking(0);
  t.is((await call(strict.accessToken, "list_models", {})).result.resultType, "complete");
  const wrong = await call(strict.accessToken, "generate", { ...image(), model: "no-such-model" });
  t.true(wrong.result.isError);
  t.regex(wrong.result.content[0].text, /Unknown model/);
  const { error, result } = await call(strict.accessToken, "translate_content_document", {
    documentId: "00000000-0000-4000-8000-000000000000",
  });
  t.is(error, undefined);
  t.regex(result.inputRequests.allow.params.message, /What it costs is known only afterwards/);
});

test("a publish that the project has translated asks as well: an agent cannot spend by way of its settings (rules/mcp 17)", async (t) => {
  const agent = await asking(0);
  const { accessToken: token } = agent;
  const fields = [{ name: "title", title: "Title", type: "string", localized: true }];
  const typed = await call(token, "create_content_type", { name: "note", title: "Note", fields });
  t.is(typed.result.resultType, "complete");
  const made = await call(token, "create_content_document", {
    type: "note",
    draft: { title: { en: "One" } },
  });
  const { id: documentId, draftVersion: baseVersion } = made.result.structuredContent.document;
  const publish = () => call(token, "publish_content_document", { documentId, baseVersion });
  t.is((await publish()).result.resultType, "complete");
  const settings = {
    locales: [{ code: "en" }, { code: "de" }],
    translation: { autoTranslateOnPublish: true },
  };
  t.is((await call(token, "update_content_settings", settings)).result.resultType, "complete");
  const { result } = await publish();
  t.is(result.resultType, "input_required");
  t.regex(
    result.inputRequests.allow.params.message,
    /What it costs is known only afterwards; the project's owner pays/,
  );
});

test("a run asks for what its nodes pay for without a price: a translation, and a publish that the project has translated (rules/mcp 17; rules/workflows 30)", async (t) => {
  const agent = await asking(0);
  const { accessToken: token, person } = agent;
  const run = async (...nodes: GraphNode[]) => {
    const workflowId = await makeWorkflow(person.api, graphOf(nodes));
    const answer = await call(token, "run_workflow", { workflowId, waitSeconds: 0 });
    const { total } = (await person.api.get(`/v1/workflows/${workflowId}/runs`)).body;
    const { nodes: priced } = (await person.api.post(`/v1/workflows/${workflowId}/estimate`)).body;
    return { asks: answer.result.resultType === "input_required", total, priced, answer };
  };
  const data = { documentId: "00000000-0000-4000-8000-000000000000" };
  const translates = await run({ id: "n", type: "translate", data });
  t.true(translates.asks);
  t.is(translates.total, 0);
  t.regex(
    translates.answer.result.inputRequests.allow.params.message,
    /What it costs is known only afterwards/,
  );
  t.deepEqual(translates.priced, [
    { nodeId: "n", type: "translate", estimatedCredits: 0, exact: false, unpriced: true },
  ]);
  const publishes = await run({ id: "n", type: "publish", data });
  t.false(publishes.asks, "the project translates nothing that is published");
  t.is(publishes.total, 1);
  t.deepEqual(publishes.priced, []);
  const { defaultProjectId } = (await person.api.get("/v1/projects")).body;
  const set = await person.api.put(`/v1/projects/${defaultProjectId}/content/settings`, {
    translation: { autoTranslateOnPublish: true },
  });
  t.is(set.status, 200);
  t.true((await run({ id: "n", type: "publish", data })).asks);
  const broken = { id: "n", type: "generateImage", data: { model: "no-such-model", prompt: "a cat" } };
  t.true((await run(broken)).asks, "what cannot be priced now might be when it runs");
  t.false((await run(promptNode("p", "words"))).asks);
});

test("a client that cannot ask is told so, in both eras, and nothing is spent (rules/mcp 17)", async (t) => {
  const agent = await asking(0);
  const { accessToken: token } = agent;
  const mute = await call(token, "generate", image(), {}, {});
  t.true(mute.result.isError);
  t.regex(mute.result.content[0].text, /asks its person before it spends more than 0 credits/);
  const old = await callTool(await connectAgent(kiln.url, token), "generate", image());
  t.true(old.isError);
  t.is(old.text, mute.result.content[0].text);
  t.is(await jobsOf(agent), 0);
});

test("the official client asks its person by its own form, and calls again by itself (rules/mcp 17)", async (t) => {
  const agent = await asking(0);
  for (const [action, expected] of [
    ["decline", true],
    ["accept", false],
  ] as const) {
    const client = await connectStateless(kiln.url, agent.accessToken, {
      capabilities: { elicitation: { form: {} } },
    });
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action, ...(action === "accept" && { content: YES }) };
    });
    const result = await client.callTool({ name: "generate", arguments: image() });
    t.is(result.isError === true, expected, action);
    t.is(asked.length, 1);
    await client.close();
  }
  t.is(await jobsOf(agent), 1);
});
