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

/** Returns the agent that the endpoint hands through the library (`carried` of stateless-server.ts). */
function agentIn(http: ServerContext["http"]): Agent {
  const agent = http?.authInfo?.extra?.["agent"] as Agent | undefined;
  if (agent === undefined) throw new Error("A call of the agent endpoint has its agent.");
  return agent;
}

const codecs = new WeakMap<Host, RequestStateCodec<Question>>();

/**
 * Returns the codec that signs the state sent through the client and binds it to the connected agent: the
 * answer of another agent does not count.
 */
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

/** Returns true when the client can ask its person by a form; elicitation without a mode means that, too. */
function canAsk({ envelope }: ServerContext["mcpReq"]): boolean {
  const { data } = declared.safeParse(envelope);
  if (data === undefined) return false;
  const { elicitation } = data[CLIENT_CAPABILITIES_META_KEY];
  return "form" in elicitation || Object.keys(elicitation).length === 0;
}

/**
 * Returns the question to ask before a call that spends above the agent's threshold; null when the call may
 * go on, because it needs no answer or came with a good one. Throws `forbidden` for a refusal, a used answer,
 * and a client that cannot ask.
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

/**
 * Returns true when the answer belongs to the same call and the call does not cost more than the person was
 * told.
 */
const isSame = (before: Question, { tool, asked, credits }: Omit<Question, "nonce">): boolean =>
  before.tool === tool &&
  before.asked === asked &&
  (before.credits === null || (credits !== null && credits <= before.credits));
