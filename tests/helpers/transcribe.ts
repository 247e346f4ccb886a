import { makeWav } from "../../plugins/kit/media/wav.js";
import type { Client } from "./client.js";
import { until } from "./until.js";
import { upload } from "./upload.js";

/** Uploads a second of sound of the caller. Directives for the mock stand in its filename. */
export const uploadSound = (api: Client, filename = "talk.wav"): Promise<string> =>
  upload(api, "audio/wav", makeWav(1, 440), filename);

/** Polls a transcription until it has ended. */
export const waitForTranscription = (
  api: Client,
  id: string,
  // oxlint-disable-next-line no-explicit-any -- see Client
): Promise<any> =>
  until(async () => {
    const { status, body } = await api.get(`/v1/transcriptions/${id}`);
    if (status !== 200) throw new Error(`transcription ${id}: ${JSON.stringify(body)}`);
    return body.job.status !== "running" && body.job.status !== "queued" && body.job;
  });
