import { ProviderError } from "../../kit/provider-error.js";
import type { TextModel } from "../../kit/text-model.js";
import { translateByPrompt } from "../../kit/translate-by-prompt.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { type Content, partsOf } from "./google-image.js";
import type { UpstreamText } from "../../kit/upstream/upstream-model.js";

const TOKENS_OF_A_CHAT = 32;

/** Text by generateContent. */
export function googleText(
  client: UpstreamClient,
  { providerModelId: upstream, ...declared }: UpstreamText,
): TextModel {
  const model: TextModel = {
    ...declared,
    // A token is a byte or more.
    countTokens: (text) => Buffer.byteLength(text) + TOKENS_OF_A_CHAT,
    async generate({ instructions, prompt, maxOutputTokens, schema }, { signal }) {
      const content = (await client.json(`models/${upstream}:generateContent`, {
        json: {
          ...(instructions !== "" && { systemInstruction: { parts: [{ text: instructions }] } }),
          contents: [{ role: "user", parts: [{ text: prompt }] }],
          generationConfig: {
            maxOutputTokens,
            ...(schema && { responseMimeType: "application/json", responseJsonSchema: schema }),
          },
        },
        signal,
      })) as Content;
      const text = partsOf(content)
        .map((part) => (typeof part.text === "string" ? part.text : ""))
        .join("");
      if (text === "")
        throw new ProviderError("unknown", "The model answered without a text.", {
          retryable: true,
          charged: true,
        });
      const {
        promptTokenCount: input,
        candidatesTokenCount: output,
        thoughtsTokenCount: thoughts,
      } = content.usageMetadata ?? {};
      return { text, usage: { inputTokens: count(input), outputTokens: count(output) + count(thoughts) } };
    },
    translate: (request, context) => translateByPrompt(model, request, context),
  };
  return model;
}

const count = (value: unknown): number => (typeof value === "number" ? value : 0);
