import { PICTURE, sound } from "./media.js";
import { order, type Vendor } from "./serve-upstream.js";

const refusal = (status: number, code: string, message: string) => ({
  status,
  json: { error: { code, type: "invalid_request_error", message, param: null } },
});

/** Images, speech and chats of OpenAI (developers.openai.com/api/reference). */
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
