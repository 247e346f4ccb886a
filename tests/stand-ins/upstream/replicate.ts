import { randomUUID } from "node:crypto";
import { PICTURE } from "./media.js";
import { order, type Vendor } from "./serve-upstream.js";

/** Imitates predictions and files of Replicate (replicate.com/docs/reference/http). */
export function replicate(token: string): Vendor {
  const predictions = new Map<
    string,
    { input: Record<string, string | number | undefined>; polls: number; status?: string }
  >();
  return (seen, upstream) => {
    const { path } = seen;
    if (path.startsWith("/pbxt/"))
      return path.includes("gone") ? { status: 404 } : { bytes: PICTURE, type: "image/png" };
    if (seen.headers.authorization !== `Bearer ${token}`)
      return {
        status: 401,
        json: {
          title: "Unauthenticated",
          detail: "You did not pass a valid authentication token",
          status: 401,
        },
      };
    if (path === "/v1/files" && seen.method === "POST") {
      const id = randomUUID();
      return { status: 201, json: { id, urls: { get: `${upstream.url}/v1/files/${id}` } } };
    }
    if (/^\/v1\/(models\/[\w.-]+\/[\w.-]+\/)?predictions$/.test(path) && seen.method === "POST")
      return order(upstream, path, () => {
        const id = randomUUID().replaceAll("-", "");
        const input = seen.json.input as Record<string, string | number>;
        predictions.set(id, { input, polls: 0 });
        return {
          status: 201,
          json: { id, status: "starting", input, urls: { get: `${upstream.url}/v1/predictions/${id}` } },
        };
      });
    const asked = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(path);
    const prediction = predictions.get(asked?.[1] ?? "");
    if (!prediction) return null;
    if (asked?.[2]) {
      prediction.status = "canceled";
      return { json: { status: "canceled" } };
    }
    prediction.polls += 1;
    const prompt = String(prediction.input.prompt);
    const id = asked?.[1];
    if (prediction.status) return { json: { id, status: prediction.status } };
    if (prediction.polls === 1 || prompt.includes("[endless]"))
      return { json: { id, status: "processing", logs: " 10%|#\n 50%|#####     | 14/28" } };
    if (prompt.includes("[error]"))
      return { json: { id, status: "failed", error: "CUDA out of memory", output: null } };
    if (prompt.includes("[policy]"))
      return { json: { id, status: "failed", error: "NSFW content detected. Try another prompt." } };
    if (prompt.includes("[empty]")) return { json: { id, status: "succeeded", output: null } };
    const file = prompt.includes("[expired]") ? "gone" : "out";
    const count = Number(prediction.input.num_outputs ?? 1);
    const output = Array.from({ length: count }, (_, index) => `${upstream.url}/pbxt/${file}-${index}.png`);
    return {
      json: {
        id,
        status: "succeeded",
        output: prediction.input.num_outputs === undefined ? output[0] : output,
      },
    };
  };
}
