import { type Meaning, type Refusal, sentenceOf } from "../../kit/upstream/upstream-client.js";

/** Google's status names; 429 is a rate or an empty quota alike, and a bad key is a 400. */
export function meaningOf({ status, body }: Refusal): Meaning | null {
  const said = sentenceOf(body);
  if (status === 400 && /api key/i.test(said)) return { failure: "provider_auth" };
  if (/billing|prepay|credits? (?:are|is) depleted/i.test(said) && status !== 400)
    return { failure: "provider_balance" };
  if (status === 400 && /safety|policy|prohibited|responsible ai/i.test(said))
    return { failure: "content_policy" };
  return null;
}

/** Reasons for which a candidate has no part. */
export const BLOCKED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION|IMAGE_/;
