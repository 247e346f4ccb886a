import type { TextModel, TranslationRequest } from "../../plugins/kit/text-model.js";
import { mockTextModel } from "../../plugins/providers/mock/mock-text-model.js";
import type { Kiln } from "../../start.js";

let count = 0;

export interface LentTextModel {
  /** Id that a caller names in `model`. */
  id: string;
  /** Translation requests that the model received so far. */
  requests: TranslationRequest[];
}

/** Adds a text model to a process. The model answers as the test says. */
export function lendTextModel(
  { host }: Kiln,
  translate: TextModel["translate"],
  generate: TextModel["generate"] = mockTextModel.generate,
): LentTextModel {
  const id = `test-text-${++count}`;
  const requests: TranslationRequest[] = [];
  const driver: TextModel = {
    ...mockTextModel,
    id,
    displayName: id,
    generate,
    translate: async (request, context) => {
      requests.push(request);
      return translate(request, context);
    },
  };
  host.plugins.swap({ name: id, version: "1.0.0", file: "test", status: "loaded", error: null }, [
    { point: "textModel", name: id, driver },
  ]);
  return { id, requests };
}

/** Adds a text model that marks texts and answers its first request only when the test allows it. */
export function lendWaitingModel(kiln: Kiln) {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const model = lendTextModel(kiln, async (request) => {
    ask();
    await allowed;
    return marked(request);
  });
  return { model, asked, allow };
}

/** Makes the answer of a model that marks each text, or leaves some out. */
export const marked = (
  { segments }: TranslationRequest,
  mark: (text: string, at: number) => string | undefined = (text) => `T:${text}`,
): Awaited<ReturnType<TextModel["translate"]>> => ({
  segments: Object.fromEntries(
    Object.entries(segments).flatMap(([key, text], at) => {
      const translated = mark(text, at);
      return translated === undefined ? [] : [[key, translated]];
    }),
  ),
  usage: { inputTokens: 10, outputTokens: 10 },
});
