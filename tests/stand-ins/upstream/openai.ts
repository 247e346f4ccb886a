import { PICTURE, sound } from "./media.js";
import { order, type Vendor } from "./serve-upstream.js";

const refusal = (status: number, code: string, message: string) => ({
  status,
  json: { error: { code, type: "invalid_request_error", message, param: null } },
});

/** A file with an ending that transcription takes, and a type of media. */
const NAMED =
  /name="file"; filename="recording\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)"\r\nContent-Type: (?:audio|video)\//;

/** Returns a transcript: words with times, or segments with speakers, by the format that the form asks for. */
function heard(form: string): object {
  const field = (name: string) =>
    new RegExp(`name="${name.replaceAll(/[[\]]/g, "\\$&")}"\r\n\r\n([^\r]*)`).exec(form)?.[1];
  if (field("response_format") === "diarized_json")
    return {
      task: "transcribe",
      duration: 2,
      text: "Hello there. Hi.",
      segments: [
        {
          id: "seg_0",
          type: "transcript.text.segment",
          start: 0,
          end: 1.2,
          speaker: "agent",
          text: "Hello there.",
        },
        { id: "seg_1", type: "transcript.text.segment", start: 1.3, end: 2, speaker: "caller", text: "Hi." },
      ],
      usage: { type: "duration", seconds: 2 },
    };
  return {
    task: "transcribe",
    language: field("language") === "de" ? "german" : "english",
    duration: 2,
    text: "Hello there. Hi.",
    ...(form.includes('name="timestamp_granularities[]"') && {
      words: [
        { word: "Hello", start: 0, end: 0.5 },
        { word: "there", start: 0.5, end: 1.2 },
        { word: "Hi", start: 1.3, end: 2 },
      ],
    }),
    segments: [{ id: 0, start: 0, end: 2, text: " Hello there. Hi.", tokens: [1], no_speech_prob: 0.01 }],
  };
}

/** Imitates images, speech, transcriptions and chats of OpenAI (developers.openai.com/api/reference). */
export const openai =
  (key: string): Vendor =>
  (seen, upstream) => {
    if (seen.headers.authorization !== `Bearer ${key}`)
      return refusal(401, "invalid_api_key", "Incorrect API key provided");
    const text = seen.body.toString("latin1");
    switch (`${seen.method} ${seen.path}`) {
      case "POST /v1/images/generations":
      case "POST /v1/images/edits":
        return order(upstream, seen.path, () => {
          if (text.includes("[policy]"))
            return refusal(400, "moderation_blocked", "Your request was rejected by the safety system.");
          if (text.includes("[empty]")) return { json: { created: 1, data: [] } };
          const count = Number(seen.json.n ?? /name="n"\r\n\r\n(\d+)/.exec(text)?.[1] ?? 1);
          return {
            json: {
              created: 1,
              data: Array.from({ length: count }, () => ({ b64_json: PICTURE.toString("base64") })),
              usage: { total_tokens: 100 },
            },
          };
        });
      case "POST /v1/audio/speech":
        return order(upstream, seen.path, () => ({ bytes: sound(1), type: "audio/wav" }));
      case "POST /v1/audio/transcriptions":
        return order(upstream, seen.path, () =>
          NAMED.test(text)
            ? { json: heard(text) }
            : refusal(400, "unsupported_format", "The file has no ending of a supported format."),
        );
      case "POST /v1/chat/completions": {
        const { messages, response_format: format } = seen.json as {
          messages: { content: string }[];
          response_format?: unknown;
        };
        const asked = messages.at(-1)?.content ?? "";
        const content = format
          ? JSON.stringify(
              Object.fromEntries(
                Object.entries(JSON.parse(asked)).map(([name, value]) => [name, `~${String(value)}`]),
              ),
            )
          : `heard: ${asked}`;
        return {
          json: {
            id: "chatcmpl-1",
            choices: [
              {
                index: 0,
                finish_reason: "stop",
                message: asked.includes("[policy]")
                  ? { refusal: "no", content: null }
                  : { role: "assistant", content },
              },
            ],
            usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
          },
        };
      }
      default:
        return null;
    }
  };
