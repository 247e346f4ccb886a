import { ProviderError } from "../provider-error.js";
import type { TextModel, TextRequest } from "../text-model.js";
import { translateByPrompt } from "../translate-by-prompt.js";
import type { UpstreamText } from "../upstream/upstream-model.js";
import type { UpstreamClient } from "../upstream/upstream-client.js";

export interface OpenAiTextSettings extends UpstreamText {
  client: UpstreamClient;
  /** The name of the field that limits the answer; some engines know `max_tokens` only. */
  boundName?: "max_completion_tokens" | "max_tokens";
}

/** The tokens that a chat may add to the texts of a request, for roles and separators. */
const TOKENS_OF_A_CHAT = 32;

/** Returns a text model that uses chat completions. */
export function openAiText({
  client,
  providerModelId: upstream,
  boundName = "max_completion_tokens",
  ...declared
}: OpenAiTextSettings): TextModel {
  const model: TextModel = {
    ...declared,
    // A token stands for one byte or more, so a text has no more tokens than bytes.
    countTokens: (text) => Buffer.byteLength(text) + TOKENS_OF_A_CHAT,
    async generate(request, { signal }) {
      const answer = await client.json("chat/completions", {
        json: {
          model: upstream,
          messages: messagesOf(request),
          [boundName]: request.maxOutputTokens,
          ...formatOf(request),
        },
        signal,
      });
      return readAnswer(answer);
    },
    translate: (request, context) => translateByPrompt(model, request, context),
  };
  return model;
}

const messagesOf = ({ instructions, prompt }: TextRequest) => [
  ...(instructions === "" ? [] : [{ role: "system", content: instructions }]),
  { role: "user", content: prompt },
];

const formatOf = ({ schema }: TextRequest) =>
  schema && {
    response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
  };

interface Choice {
  message?: { content?: unknown; refusal?: unknown };
  finish_reason?: unknown;
}

function readAnswer(answer: Readonly<Record<string, unknown>>) {
  const [choice] = (Array.isArray(answer.choices) ? answer.choices : []) as (Choice | undefined)[];
  const { prompt_tokens: input, completion_tokens: output } = (answer.usage ?? {}) as Record<string, unknown>;
  if (choice?.finish_reason === "content_filter" || typeof choice?.message?.refusal === "string")
    throw new ProviderError("content_policy", "The model refused to answer.", { charged: true });
  const text = choice?.message?.content;
  // A model may spend all tokens on thinking; then the text is empty and the reason is `length`.
  if (typeof text !== "string" || text === "")
    throw new ProviderError("unknown", "The model answered without a text.", {
      retryable: true,
      charged: true,
    });
  return {
    text,
    usage: {
      inputTokens: typeof input === "number" ? input : 0,
      outputTokens: typeof output === "number" ? output : 0,
    },
  };
}
