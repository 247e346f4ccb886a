import type { Client } from "./client.js";
import { Client as ApiClient, type Person, signUp } from "./client.js";
import { Documents } from "./content.js";
import { makeProject } from "./make-project.js";
import { makeWebhook } from "./make-webhook.js";
import { openSite, type Site } from "./open-site.js";
import { type Receiver, startReceiver } from "./receiver.js";

/** Site with a project whose events go to a receiver. */
export interface WebhookSite {
  site: Site;
  receiver: Receiver;
  projectId: string;
  webhookId: string;
  /** Returns the owner's clients at one of the processes. */
  at(kiln: { url: string }): { person: Person; api: Client; documents: Documents };
  close(): Promise<void>;
}

/** Makes the site by a server that is stopped again. */
export async function openWebhookSite(env: Readonly<Record<string, string>> = {}): Promise<WebhookSite> {
  const receiver = await startReceiver();
  const site = await openSite({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "0.2,0.2,0.2", ...env });
  const kiln = await site.startHere();
  const owner = await signUp(kiln.url);
  const projectId = await makeProject(owner);
  const made = await owner.api.post(`/v1/projects/${projectId}/content/types`, {
    name: "article",
    title: "Article",
    fields: [{ name: "title", title: "Title", type: "string" }],
    titleField: "title",
  });
  if (made.status !== 200) throw new Error(`type: ${JSON.stringify(made.body)}`);
  const { id: webhookId } = await makeWebhook(owner.api, projectId, receiver.url);
  await kiln.stop();
  return {
    site,
    receiver,
    projectId,
    webhookId,
    at({ url }) {
      const api = new ApiClient(url, { authorization: `Bearer ${owner.key}` });
      const person: Person = { ...owner, api };
      return { person, api, documents: new Documents(person, projectId) };
    },
    async close() {
      await site.close();
      await receiver.stop();
    },
  };
}
