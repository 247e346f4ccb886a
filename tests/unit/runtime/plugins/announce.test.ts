import test from "ava";
import { ServiceBroker } from "moleculer";
import { announcements, ProviderAnnouncer } from "../../../../runtime/plugins/announce.js";
import { PluginRegistry } from "../../../../runtime/plugins/registry.js";
import { until } from "../../../helpers/until.js";
import { mockProvider } from "../../../../plugins/providers/mock/mock-provider.js";

test("an announcement that failed does not keep the next one from happening", async (t) => {
  const broker = new ServiceBroker({ logger: false });
  await broker.start();
  t.teardown(() => broker.stop());
  const plugins = new PluginRegistry();
  const announcer = new ProviderAnnouncer(broker, plugins, new Set(["generation.image"]));
  const create = broker.createService.bind(broker);
  broker.createService = () => {
    throw new Error("meant to fail");
  };
  plugins.swap({ name: "mock", version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "modelProvider", name: "mock", driver: mockProvider },
  ]);
  await t.throwsAsync(announcer.update(), { message: "meant to fail" });
  broker.createService = create;
  await announcer.update();
  // A broker that runs registers a service one turn later.
  t.is(await until(async () => announcements(broker)[0]?.id), "mock");
});
