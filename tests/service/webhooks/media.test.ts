import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let owner: Person;
let receiver: Receiver;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "0.05" });
  owner = await signUp(kiln.url);
});
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach.always(() => receiver.stop());
test.after.always(() => kiln?.stop());

const BYTES = Buffer.from("sound");
const publishCover = async (projectId: string, storageId: string) => {
  await emitEvents(kiln.host, publishEvent(projectId, { after: { cover: { storageId } } }));
  return until(async () => receiver.received[0]);
};

test.serial(
  "media of the project has a URL that opens, and its type; all attempts send the same one (rules/delivery 13; rules/webhooks 6)",
  async (t) => {
    const projectId = await makeProject(owner);
    const webhook = await makeWebhook(owner.api, projectId, receiver.url);
    const storageId = await upload(owner.api, "audio/wav", BYTES, "a b.wav");
    await owner.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [storageId] });
    receiver.answer = (_req, res) => res.writeHead(receiver.received.length === 1 ? 500 : 200).end();
    const { body } = await publishCover(projectId, storageId);
    const { cover } = body.document;
    t.deepEqual(Object.keys(cover), ["storageId", "url", "contentType"]);
    t.like(cover, { storageId, contentType: "audio/wav" });
    t.is(await (await fetch(cover.url)).text(), "sound");
    await webhook.newest("delivered");
    t.is(receiver.received[0]?.raw, receiver.received[1]?.raw);
  },
);

test.serial(
  "media that was never granted to the project keeps its storageId and gets no URL (rules/delivery 13)",
  async (t) => {
    const projectId = await makeProject(owner);
    await makeWebhook(owner.api, projectId, receiver.url);
    const storageId = await upload(owner.api, "audio/wav", BYTES);
    const { body } = await publishCover(projectId, storageId);
    t.deepEqual(body.document.cover, { storageId });
  },
);

test.serial("in a default project the owner's media counts as linked (rules/delivery 13)", async (t) => {
  const { defaultProjectId } = (await owner.api.get("/v1/projects")).body;
  await makeWebhook(owner.api, defaultProjectId, receiver.url);
  const storageId = await upload(owner.api, "audio/wav", BYTES);
  const { body } = await publishCover(defaultProjectId, storageId);
  t.is(await (await fetch(body.document.cover.url)).text(), "sound");
});
