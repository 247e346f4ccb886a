import type { FastifyReply } from "fastify";
import { pageHeaders } from "../../runtime/http/pages/page-headers.js";
import { sessionCookie } from "../identity/index.js";
import type { Contract, RestRoute } from "../../contracts/contract.js";

export type RestContract = Contract & { rest: RestRoute };

const OTHER = new Set(["redirect", "document", "html"]);

/** Tells whether the result of a contract is the whole body of its answer, as JSON. */
export const isBodyOnly = ({ name, rest }: RestContract): boolean =>
  !OTHER.has(rest.respond ?? "json") && !name.startsWith("identity.");

/**
 * Answers with a result that is not sent as JSON. Returns the part that is still to be sent as JSON, after it
 * has set the headers that go with it; null where the answer was sent.
 */
export function answerOtherwise(
  reply: FastifyReply,
  { name, audience, rest }: RestContract,
  result: Record<string, unknown>,
  isHttps: boolean,
): Record<string, unknown> | null {
  if (rest.respond === "redirect") {
    void reply.code(302).header("location", String(result.location)).send();
    return null;
  }
  if (rest.respond === "document" && result.document) {
    const { contentType, text } = result.document as { contentType: string; text: string };
    void reply.header("content-type", `${contentType}; charset=utf-8`).send(text);
    return null;
  }
  if (rest.respond === "html") {
    void reply.headers(pageHeaders()).send(result.html);
    return null;
  }
  const body = rest.respond === "document" ? (result.json as Record<string, unknown>) : result;
  if ("session" in result && audience === "public" && name.startsWith("identity.")) {
    const { session, ...others } = result;
    void reply.header(
      "set-cookie",
      sessionCookie((session ?? null) as { secret: string; maxAgeSeconds: number } | null, isHttps),
    );
    return others;
  }
  if (name === "identity.signOut") void reply.header("set-cookie", sessionCookie(null, isHttps));
  return body;
}
