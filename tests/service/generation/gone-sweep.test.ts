import test from "ava";
import { ServiceBroker } from "moleculer";
import type { ModelProvider } from "../../../plugins/kit/model-provider.js";
import { Nodes } from "../../../runtime/cluster/nodes.js";
import type { ClaimedTask } from "../../../engines/durable-queue/index.js";
import { goneSweep } from "../../../services/generation/gone-sweep.js";
import { signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const leaving: ModelProvider = {
  id: "leaving",
  resubmit: "never",
  models: [
    {
      id: "leaving-image",
      kind: "image",
      displayName: "Leaving",
      providerModelId: "leaving",
      paidOnly: false,
      pricing: { creditsPerRun: 3 },
      capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 },
    },
  ],
  submit: async ({ id }) => ({ state: "pending", handle: { id }, pollAfterMs: 3600_000 }),
};

test("a process that is cut off from NATS takes nobody's provider for gone (rules/models 5)", async (t) => {
  const kiln = await startKiln({ PROVIDER_GONE_SECONDS: "1", SERVICES: "*" });
  t.teardown(() => kiln.stop());
  const broker = new ServiceBroker({ logger: false, transporter: "Fake" });
  await broker.start();
  t.teardown(() => broker.stop());
  const ann = await signUp(kiln.url);
  const { plugins } = kiln.host;
  plugins.swap({ name: "leaving", version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "modelProvider", name: "leaving", driver: leaving },
  ]);
  const id = await until(async () => {
    const { status, body } = await ann.api.post("/v1/generations", {
      model: "leaving-image",
      params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
    });
    return status === 200 && (body.job.id as string);
  });
  const statusOf = async (): Promise<string> => (await ann.api.get(`/v1/generations/${id}`)).body.job.status;
  await until(async () => (await statusOf()) === "running");

  // The process has the sweep too, and is connected, so its own queue is removed.
  kiln.host.tasks.forget("generation.gone");
  plugins.remove("leaving");
  const sweep = goneSweep({
    ...kiln.host,
    nodes: new Nodes(broker),
    config: { ...kiln.host.config, providerGoneMs: 0 },
  });
  const { signal } = new AbortController();
  const look = () => sweep.handler.run({ id: "a look", signal } as ClaimedTask);
  const setConnected = (isConnected: boolean): void => {
    if (broker.transit) broker.transit.connected = isConnected;
  };
  setConnected(false);
  t.truthy(await look());
  t.is(await statusOf(), "running");
  setConnected(true);
  t.truthy(await look());
  t.is(await statusOf(), "failed");
});
