import { definePlugin } from "../../kit/define-plugin.js";
import { mockProvider } from "./mock-provider.js";
import { mockTextModel } from "./mock-text-model.js";
import { mockTranscriber } from "./mock-transcriber.js";

/** The deterministic stand-in for tests; there only with `MOCK_PROVIDER=1` (rules/models 34). */
export default definePlugin({
  name: "mock",
  version: "1.0.0",
  provides: {
    modelProvider: (host) => (host.env["MOCK_PROVIDER"] === "1" ? mockProvider : null),
    textModel: (host) => (host.env["MOCK_PROVIDER"] === "1" ? mockTextModel : null),
    transcriber: (host) => (host.env["MOCK_PROVIDER"] === "1" ? mockTranscriber : null),
  },
});
