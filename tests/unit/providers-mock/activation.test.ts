import test from "ava";
import type { PluginHost } from "../../../plugins/kit/define-plugin.js";
import plugin from "../../../plugins/providers/mock/index.js";

const hostWith = (env: PluginHost["env"]): PluginHost => ({
  env,
  baseUrl: "http://localhost:3000",
  dataDir: "data",
  deriveKey: () => Buffer.alloc(32),
  log: { info() {}, warn() {} },
});

async function providerWith(env: PluginHost["env"]) {
  const provides = plugin.provides.modelProvider;
  return typeof provides === "function" ? provides(hostWith(env)) : provides;
}

test("the mock provider is there with MOCK_PROVIDER=1 only (rules/models 34)", async (t) => {
  t.is((await providerWith({ MOCK_PROVIDER: "1" }))?.id, "mock");
  t.is(await providerWith({}), null);
  t.is(await providerWith({ MOCK_PROVIDER: "0" }), null);
  t.is(await providerWith({ MOCK_PROVIDER: "true" }), null);
});
