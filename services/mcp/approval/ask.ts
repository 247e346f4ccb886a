import { randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Host } from "../../../runtime/process/host.js";
import type { Agent, Caller } from "../agent.js";
import type { Tool } from "../tool.js";
import {
  ANSWER_SECONDS,
  cannotAsk,
  hashOf,
  needsAnswer,
  type Question,
  questionFor,
  refusedByPerson,
  useAnswer,
} from "./approval.js";

const KEY = "allow";
const ALLOWED = z.object({ allow: z.literal(true) });

/** The endpoint hands it through the library (`carried` of stateless-server.ts). */
function agentIn(http: ServerContext["http"]): Agent {
  const agent = http?.authInfo?.extra?.["agent"] as Agent | undefined;
  if (agent === undefined) throw new Error("A call of the agent endpoint has its agent.");
  return agent;
}

const codecs = new WeakMap<Host, RequestStateCodec<Question>>();

/** Signs what goes through the client, and binds it to the connected agent: another one's answer is none. */
export function questionCodec({ host }: Agent): RequestStateCodec<Question> {
  const known = codecs.get(host);
  if (known !== undefined) return known;
  const made = createRequestStateCodec<Question>({
    key: host.keys.derive("agent questions"),
    ttlSeconds: ANSWER_SECONDS,
    bind: ({ mcpReq, http }) => {
      const { auth } = agentIn(http).meta;
      return `${mcpReq.method}\0${auth.accountId}\0${auth.grantId ?? auth.credentialId}`;
    },
  });
  codecs.set(host, made);
  return made;
}

const declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ elicitation: z.looseObject({}) }),
});

/** Whether the client can ask its person by a form: elicitation without a mode means that, too. */
function canAsk({ envelope }: ServerContext["mcpReq"]): boolean {
  const { data } = declared.safeParse(envelope);
  if (data === undefined) return false;
  const { elicitation } = data[CLIENT_CAPABILITIES_META_KEY];
  return "form" in elicitation || Object.keys(elicitation).length === 0;
}

/**
 * Before a call that spends above the agent's threshold: the question for the person, or null when it may go on, because
 * it needs no answer or has brought a good one. Throws `forbidden` for a refusal, an answer that was used, and a client that cannot ask.
 */
export async function askFirst(
  agent: Agent,
  tool: Tool,
  args: Record<string, unknown>,
  { caller, context }: { caller: Caller; context: ServerContext },
): Promise<InputRequiredResult | null> {
  const needed = await needsAnswer(agent, tool, args, caller);
  if (needed === null) return null;
  const { mcpReq } = context;
  const asked: Omit<Question, "nonce"> = { tool: tool.name, asked: hashOf(args), credits: needed.credits };
  const before = mcpReq.requestState<Question>();
  const answer = inputResponse(mcpReq.inputResponses, KEY);
  if (before !== undefined && answer.kind === "elicit" && isSame(before, asked)) {
    if (answer.action !== "accept" || !ALLOWED.safeParse(answer.content).success) throw refusedByPerson();
    await useAnswer(agent, before);
    return null;
  }
  if (!canAsk(mcpReq)) throw cannotAsk(needed);
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: questionFor(tool, args, needed.credits),
        requestedSchema: {
          type: "object",
          properties: { allow: { type: "boolean", title: "Allow it this time", default: false } },
          required: ["allow"],
        },
      }),
    },
    requestState: await questionCodec(agent).mint({ ...asked, nonce: randomUUID() }, context),
  });
}

/** For the same call, which does not cost more than the person was told. */
const isSame = (before: Question, { tool, asked, credits }: Omit<Question, "nonce">): boolean =>
  before.tool === tool &&
  before.asked === asked &&
  (before.credits === null || (credits !== null && credits <= before.credits));
