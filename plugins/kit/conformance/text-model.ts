import type { TextModel } from "../text-model.js";
import { ProviderError } from "../provider-error.js";
import { must } from "./check-bytes.js";
import { checkClose } from "./check-close.js";
import { type ConformanceReport, fromRun } from "./report.js";

const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;
const SEGMENTS = { "0": "Hello, world.", "1": "Two\nlines", "2": "caf\u00e9 \u{1f680}" };

/**
 * The conformance suite of the extension point `textModel`: whether a model keeps what
 * `plugins/kit/text-model.ts` says. It calls the model a few times, and closes it at the end.
 */
export async function checkTextModel(model: TextModel): Promise<ConformanceReport> {
  return [
    await fromRun("declares an id, a name, prices and a bound", () => declares(model)),
    await fromRun("counts no fewer tokens than an answer uses", () => counts(model)),
    await fromRun("writes, and reports what it used", () => writes(model)),
    await fromRun("translates every segment under its key", () => translates(model)),
    await fromRun("translates nothing to nothing", () => translatesNothing(model)),
    await fromRun("stops with a ProviderError when it is aborted", () => aborts(model)),
    await checkClose(model),
  ];
}

const signal = () => new AbortController().signal;
const request = (segments: Readonly<Record<string, string>>) => ({
  id: "conformance",
  sourceLocale: "en",
  targetLocale: "de",
  brief: "",
  segments,
});

async function declares(model: TextModel): Promise<string> {
  must(SLUG.test(model.id), `the id ${model.id} is not a slug of lower-case letters, digits and dashes`);
  must(model.displayName.trim() !== "", "the displayName is empty");
  const { input, output } = model.creditsPerThousandTokens;
  must(input >= 0 && output >= 0 && Number.isFinite(input + output), "the prices are not amounts of credits");
  must(
    Number.isInteger(model.maxOutputTokens) && model.maxOutputTokens > 0,
    "maxOutputTokens is not a count",
  );
  return model.id;
}

async function counts(model: TextModel): Promise<string> {
  const { text, usage } = await model.generate(
    { id: "conformance", instructions: "Answer briefly.", prompt: "Say hello.", maxOutputTokens: 200 },
    { signal: signal() },
  );
  const counted = model.countTokens(text);
  must(
    usage.outputTokens <= 200,
    `it wrote ${usage.outputTokens} tokens, more than the 200 that were allowed`,
  );
  must(counted >= usage.outputTokens, `it counts ${counted} tokens and bills ${usage.outputTokens}`);
  return `${counted} tokens`;
}

async function writes(model: TextModel): Promise<string> {
  const { text, usage } = await model.generate(
    { id: "conformance", instructions: "Answer briefly.", prompt: "Say hello.", maxOutputTokens: 200 },
    { signal: signal() },
  );
  must(text.trim() !== "", "the answer is empty");
  for (const tokens of [usage.inputTokens, usage.outputTokens])
    must(Number.isInteger(tokens) && tokens >= 0, "the usage is not in whole tokens");
  return `${usage.inputTokens} in, ${usage.outputTokens} out`;
}

async function translates(model: TextModel): Promise<string> {
  const { segments } = await model.translate(request(SEGMENTS), { signal: signal() });
  for (const key of Object.keys(SEGMENTS))
    must(typeof segments[key] === "string" && segments[key] !== "", `the segment ${key} did not come back`);
  must(
    Object.keys(segments).length === Object.keys(SEGMENTS).length,
    "there are segments that nobody asked for",
  );
  return `${Object.keys(segments).length} segments`;
}

async function translatesNothing(model: TextModel): Promise<string> {
  const { segments } = await model.translate(request({}), { signal: signal() });
  must(Object.keys(segments).length === 0, "segments came back for none");
  return "none";
}

async function aborts(model: TextModel): Promise<string> {
  const thrown = await model
    .translate(request(SEGMENTS), { signal: AbortSignal.abort(new Error("canceled")) })
    .then(
      () => null,
      (error: unknown) => error,
    );
  must(thrown instanceof ProviderError, `it threw ${String(thrown)}`);
  return "ProviderError";
}
