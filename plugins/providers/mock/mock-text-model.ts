import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "../../kit/provider-error.js";
import type { TextModel, TextUsage } from "../../kit/text-model.js";
import { readDirectives } from "./directives.js";
import { faultUpstream, stopIfAborted } from "./fault-upstream.js";

/** Counts one token for every four UTF-8 bytes, so that a test can compute the price of a text. */
const countTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

/** Obeys the directives that stand anywhere in the text. */
async function obey(text: string, signal: AbortSignal): Promise<void> {
  const { fails, slowMs, upstream } = readDirectives({ prompt: text });
  await faultUpstream(upstream, signal);
  if (slowMs > 0) await sleep(slowMs, undefined, { signal }).catch(() => {});
  stopIfAborted(signal);
  if (fails) throw new ProviderError("content_policy", "The mock model was told to fail.");
}

const usage = (input: string, output: string): TextUsage => ({
  inputTokens: countTokens(input),
  outputTokens: countTokens(output),
});

/** A text that fits the bound. Never cuts a character in half. */
function within(text: string, maxTokens: number): string {
  let rest = text;
  while (countTokens(rest) > maxTokens) rest = [...rest].slice(0, -1).join("");
  return rest;
}

/** Echoes prompts, and marks translations with their locale: `[de] Hello` (rules/models 34). */
export const mockTextModel: TextModel = {
  id: "mock-text",
  displayName: "Mock text (echoes, and marks translations with their locale)",
  creditsPerThousandTokens: { input: 1, output: 2 },
  maxOutputTokens: 100_000,
  countTokens,
  async generate({ instructions, prompt, maxOutputTokens }, { signal }) {
    await obey(prompt, signal);
    const text = within(`Mock answer to: ${prompt}`.slice(0, 4 * maxOutputTokens), maxOutputTokens);
    return { text, usage: usage(instructions + prompt, text) };
  },
  async translate({ targetLocale, brief, segments }, { signal }) {
    const texts = Object.values(segments).join("\n");
    await obey(texts, signal);
    const translated = Object.fromEntries(
      Object.entries(segments).map(([key, text]) => [key, `[${targetLocale}] ${text}`]),
    );
    return { segments: translated, usage: usage(brief + texts, Object.values(translated).join("\n")) };
  },
};
