import { until } from "../until.js";
import type { Acts } from "./act.js";
import type { Params, Twin } from "./twin.js";

const HOOK = { name: "Hook", url: "http://127.0.0.1:9/x", events: ["document.publish"] };
const jobs = ({ projectId }: Twin): string => `/v1/projects/${projectId}/content/translation-jobs`;

const webhook = async (twin: Twin): Promise<string> =>
  (await twin.does("POST", `/v1/projects/${twin.projectId}/content/webhooks`, HOOK)).webhook.id as string;
const onWebhook = (more: Params) => async (twin: Twin) => ({ id: await webhook(twin), ...more });

/** Publishes a document and returns the delivery of it, which failed because no receiver took it. */
async function delivery(twin: Twin): Promise<Params> {
  const id = await webhook(twin);
  await twin.published();
  const tried = await until(async () => {
    const [newest] = (await twin.client.get(`/v1/content/webhooks/${id}/deliveries`)).body.deliveries;
    return newest.attempts.length === 1 && (newest as { id: string });
  });
  return { id, deliveryId: tried.id };
}

/** Waits until no translation job of the project runs. */
const over = (twin: Twin): Promise<true> =>
  until(async () => (await twin.client.get(`${jobs(twin)}/latest`)).body.job?.status !== "running");

/** Starts a translation job and marks it as running. */
async function running(twin: Twin): Promise<Params> {
  await over(twin);
  const { job } = await twin.does("POST", jobs(twin), {});
  await over(twin);
  await twin.kiln.host.transact((tx) =>
    tx.run("UPDATE translation_jobs SET status = 'running', completedAt = NULL WHERE id = ?", [job.id]),
  );
  return { id: job.id as string };
}

/** Acts on webhooks and translations. */
export const CONTENT_WORK: Acts = {
  "webhooks.create": {
    on: ({ projectId }) => ({ projectId, ...HOOK }),
    wrong: { events: [] },
  },
  "webhooks.update": { on: onWebhook({ name: "Other", enabled: false }), wrong: { name: "" } },
  "webhooks.retryDelivery": { on: delivery },
  "webhooks.delete": { on: onWebhook({}) },
  "translation.translateDocument": {
    on: async (twin) => ({ id: await twin.document({ en: "Pots" }), locales: ["de"], mode: "all" }),
    wrong: { locales: ["xx"] },
  },
  "translation.preview": {
    on: async (twin) => ({ projectId: twin.projectId, model: "auto" }),
    wrong: { model: "nobody" },
  },
  "translation.start": {
    async on(twin) {
      await over(twin);
      return { projectId: twin.projectId, model: "auto" };
    },
    wrong: { model: "nobody" },
  },
  "translation.cancel": { on: running },
};
