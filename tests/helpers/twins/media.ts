import { mockRequest } from "../mock-request.js";
import { uploadSound } from "../transcribe.js";
import type { Acts } from "./act.js";
import type { Twin } from "./twin.js";

const sound = (twin: Twin): Promise<string> => uploadSound(twin.client);
const TICKET = { contentType: "audio/wav", sizeBytes: 3, filename: "a.wav" };

/** Requests a ticket and uploads its bytes. */
async function uploaded(twin: Twin): Promise<string> {
  const { storageId, uploadUrl } = await twin.does("POST", "/v1/uploads/ticket", TICKET);
  await fetch(uploadUrl as string, { method: "PUT", headers: { "content-type": "audio/wav" }, body: "abc" });
  return storageId as string;
}

/** Returns the address of an object, which an import fetches as that of any other host. */
const addressOf = async (twin: Twin): Promise<string> =>
  (await twin.client.get(`/v1/storage/${await sound(twin)}`)).body.object.url as string;

/** Request of a job that costs nothing and ends at once, so that both twins have the same balance afterwards. */
const FAILING = mockRequest("[fail] a pot");

/** Acts on files, and on jobs that use files. */
export const MEDIA: Acts = {
  "storage.ticket": { on: () => TICKET, wrong: { contentType: "text/html" } },
  "storage.commit": { on: async (twin) => ({ storageId: await uploaded(twin) }) },
  "storage.import": {
    on: async (twin) => ({ url: await addressOf(twin), filename: "b.wav" }),
    wrong: { url: "ftp://example.com/a.wav" },
  },
  "storage.link": {
    on: async (twin) => ({ id: twin.projectId, storageIds: [await sound(twin)] }),
    wrong: { storageIds: [] },
  },
  "storage.publish": { on: async (twin) => ({ storageId: await sound(twin) }) },
  "storage.delete": { on: async (twin) => ({ storageId: await sound(twin) }) },
  "generation.estimate": {
    on: () => mockRequest(),
    wrong: { params: { ...FAILING.params, numImages: 99 } },
  },
  "generation.create": {
    on: ({ projectId }) => ({ ...FAILING, projectId }),
    wrong: { params: { ...FAILING.params, prompts: "two" } },
  },
  "generation.cancel": {
    async on(twin) {
      const { job } = await twin.does("POST", "/v1/generations", mockRequest("[slow=600] a pot"));
      return { id: job.id as string };
    },
  },
  "applications.run": {
    on: () => ({ id: "mock-app-text", text: "[fail] a pot" }),
    wrong: { presetId: "nobody" },
  },
  "transcriptions.create": {
    on: async (twin) => ({ storageId: await uploadSound(twin.client, "[fail].wav"), durationSeconds: 1 }),
    wrong: { durationSeconds: -1 },
  },
};
