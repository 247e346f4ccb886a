import { ServiceError } from "../../contracts/errors.js";

const WANTED = {
  key: {
    what: "an API key, which begins with svc_sk_",
    missing: undefined,
    challenge: 'Bearer realm="kiln"',
  },
  session: {
    what: "the cookie of a session",
    missing: "This route wants a session: sign in, and send the cookie svc_session.",
    challenge: 'Cookie realm="kiln", cookie-name="svc_session"',
  },
};

/**
 * Makes the refusal of a credential (rules/identity 23), with the challenge for the credential that is
 * required. A delivery token is recognised by its prefix, and the message says what to send instead; it never
 * tells whether a credential exists.
 */
export function unauthenticated(bearer: string | null, wanted: keyof typeof WANTED = "key"): ServiceError {
  const { what, missing, challenge } = WANTED[wanted];
  const message = bearer?.startsWith("svc_ct_")
    ? `A delivery token only opens content delivery: send ${what}.`
    : missing;
  const isWrong = bearer !== null && wanted === "key";
  const details = { challenge: isWrong ? `${challenge}, error="invalid_token"` : challenge };
  return new ServiceError("unauthenticated", message, { details });
}
