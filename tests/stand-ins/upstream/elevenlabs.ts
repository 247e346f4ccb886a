import { randomUUID } from "node:crypto";
import { film, sound } from "./media.js";
import { order, type Vendor } from "./serve-upstream.js";

const refusal = (status: number, kind: string, message: string) => ({
  status,
  json: { detail: { status: kind, message } },
});

/** Imitates sound generation and dubbing of ElevenLabs (elevenlabs.io/docs/api-reference). */
export function elevenlabs(key: string): Vendor {
  const dubs = new Map<string, { polls: number; isVideo: boolean }>();
  return (seen, upstream) => {
    if (seen.headers["xi-api-key"] !== key) return refusal(401, "invalid_api_key", "Invalid API key");
    const [path = ""] = seen.path.split("?");
    const { json } = seen;
    if (seen.method === "POST") {
      if (/^\/v1\/text-to-speech\/\w{20}$/.test(path))
        return order(upstream, path, () =>
          String(json.text).includes("[policy]")
            ? refusal(400, "content_against_policy", "This text is not allowed.")
            : { bytes: sound(1), type: "audio/wav" },
        );
      if (path === "/v1/sound-generation")
        return order(upstream, path, () => ({
          bytes: sound(Number(json.duration_seconds)),
          type: "audio/wav",
        }));
      if (path === "/v1/music")
        return order(upstream, path, () => ({
          bytes: sound(Number(json.music_length_ms) / 1000),
          type: "audio/wav",
        }));
      if (path === "/v1/audio-isolation")
        return order(upstream, path, () => ({ bytes: sound(1), type: "audio/wav" }));
      if (path === "/v1/speech-to-text")
        return order(upstream, path, () => ({
          json: {
            language_code: "eng",
            language_probability: 0.98,
            text: "Hello there. Hi.",
            words: [
              { text: "Hello", start: 0, end: 0.5, type: "word", speaker_id: "speaker_1", logprob: 0 },
              { text: " ", start: 0.5, end: 0.5, type: "spacing", speaker_id: "speaker_1", logprob: 0 },
              { text: "there.", start: 0.5, end: 1.2, type: "word", speaker_id: "speaker_1", logprob: 0 },
              { text: " ", start: 1.2, end: 1.3, type: "spacing", speaker_id: "speaker_0", logprob: 0 },
              { text: "Hi.", start: 1.3, end: 2, type: "word", speaker_id: "speaker_0", logprob: 0 },
            ],
          },
        }));
      if (path === "/v1/dubbing")
        return order(upstream, path, () => {
          const id = randomUUID();
          dubs.set(id, { polls: 0, isVideo: seen.body.includes("video/mp4") });
          return { json: { dubbing_id: id, expected_duration_sec: 1 } };
        });
    }
    const [, id = "", audio] = /^\/v1\/dubbing\/([\w-]+)(\/audio\/\w+)?$/.exec(path) ?? [];
    const dub = dubs.get(id);
    if (!dub) return null;
    if (seen.method === "DELETE") return { json: { status: "ok" } };
    if (audio)
      return dub.isVideo ? { bytes: film(1), type: "video/mp4" } : { bytes: sound(1), type: "audio/wav" };
    dub.polls += 1;
    return {
      json: {
        dubbing_id: id,
        name: "a dub",
        status: dub.polls > 1 ? "dubbed" : dubs.size % 2 === 1 ? "cloning" : "dubbing",
        target_languages: ["de"],
      },
    };
  };
}
