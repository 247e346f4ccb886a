import { randomUUID } from "node:crypto";
import { film, PICTURE } from "./media.js";
import { order, type Vendor } from "./serve-upstream.js";

interface Video {
  prompt: string;
  seconds: number;
  polls: number;
}

/** Imitates generateContent and Veo's operations of the Gemini API (ai.google.dev/api). */
export function google(key: string): Vendor {
  const operations = new Map<string, Video>();
  return (seen, upstream) => {
    if (seen.headers["x-goog-api-key"] !== key)
      return {
        status: 400,
        json: {
          error: {
            code: 400,
            message: "API key not valid. Please pass a valid API key.",
            status: "INVALID_ARGUMENT",
          },
        },
      };
    const [path = ""] = seen.path.split("?");
    const [, model = "", verb] = /^\/v1beta\/models\/([\w.-]+):(\w+)$/.exec(path) ?? [];
    if (verb === "generateContent" && model.includes("image"))
      return order(upstream, path, () => {
        const text = JSON.stringify(seen.json.contents);
        if (text.includes("[policy]"))
          return { json: { candidates: [{ finishReason: "IMAGE_SAFETY" }], usageMetadata: {} } };
        if (text.includes("[empty]"))
          return {
            json: {
              candidates: [{ content: { parts: [{ text: "I cannot draw." }] }, finishReason: "STOP" }],
            },
          };
        return {
          json: {
            candidates: [
              {
                content: {
                  parts: [{ inlineData: { mimeType: "image/png", data: PICTURE.toString("base64") } }],
                },
                finishReason: "STOP",
              },
            ],
          },
        };
      });
    if (verb === "generateContent") {
      const [{ parts }] = seen.json.contents as [{ parts: [{ text: string }] }];
      const { responseMimeType } = (seen.json.generationConfig ?? {}) as { responseMimeType?: string };
      const asked = parts[0].text;
      const text = responseMimeType
        ? JSON.stringify(
            Object.fromEntries(
              Object.entries(JSON.parse(asked)).map(([name, value]) => [name, `~${String(value)}`]),
            ),
          )
        : `heard: ${asked}`;
      return {
        json: {
          candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }],
          usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 5, thoughtsTokenCount: 2 },
        },
      };
    }
    if (verb === "predictLongRunning")
      return order(upstream, path, () => {
        const { instances, parameters } = seen.json as {
          instances: [{ prompt: string }];
          parameters: { durationSeconds: number };
        };
        const name = `models/${model}/operations/${randomUUID()}`;
        operations.set(name, { prompt: instances[0].prompt, seconds: parameters.durationSeconds, polls: 0 });
        return { json: { name } };
      });
    const file = /^\/v1beta\/files\/(\d+):download$/.exec(path)?.[1];
    if (file) return { bytes: film(Number(file)), type: "video/mp4" };
    const name = path.replace("/v1beta/", "");
    const video = operations.get(name);
    if (!video) return null;
    video.polls += 1;
    if (video.polls === 1) return { json: { name, metadata: {} } };
    if (video.prompt.includes("[error]"))
      return { json: { name, done: true, error: { code: 13, message: "internal" } } };
    const made = video.prompt.includes("[policy]")
      ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["Names of celebrities."] }
      : video.prompt.includes("[empty]")
        ? {}
        : {
            generatedSamples: [
              { video: { uri: `${upstream.url}/v1beta/files/${video.seconds}:download?alt=media` } },
            ],
          };
    return { json: { name, done: true, response: { generateVideoResponse: made } } };
  };
}
