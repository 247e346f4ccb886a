import { z } from "zod";
import { boundedList } from "../../../contracts/bounded-list.js";
import { cutCodePoints } from "../../../contracts/code-points.js";
import { imitatesOperator } from "./imitates-operator.js";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_URIS = 20;
/**
 * Characters of all redirect URIs together, bounded as the address of an app's home is, since anybody may
 * register and the row is kept for a day.
 */
const MAX_URI_CHARACTERS = 4000;
const MAX_HOME = 2000;
/** The characters of an app's name that people see. */
const MAX_NAME = 80;
/** The grant types, and the response types, that a client may name. */
const MAX_TYPES = 100;

/**
 * Returns true for an https URI, or http on the loopback, without a fragment and without credentials in it
 * (rules/identity 34).
 */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.length > 2000) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== "" || text.includes("#") || username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

const given = z.object({
  redirect_uris: boundedList(z.string(), MAX_URIS).min(1),
  client_name: z.string().optional(),
  client_uri: z.string().optional(),
  grant_types: boundedList(z.string(), MAX_TYPES).optional(),
  response_types: boundedList(z.string(), MAX_TYPES).optional(),
});

const isHome = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_HOME && text.startsWith("https://") && URL.canParse(text);

export type Registration =
  | { metadata: Record<string, unknown> }
  | { error: "invalid_redirect_uri" | "invalid_client_metadata"; description: string };

/**
 * Reads the metadata that is kept of a registration (RFC 7591): public clients of the code flow only,
 * whatever else it asks for. The name is untrusted: it is cleaned here, and shown as the app's own
 * words.
 */
export function readRegistration(body: unknown, baseUrl: string): Registration {
  const parsed = given.safeParse(body);
  if (!parsed.success) {
    const isUris = parsed.error.issues[0]?.path[0] === "redirect_uris";
    return isUris
      ? {
          error: "invalid_redirect_uri",
          description: `redirect_uris must be a list of 1 to ${MAX_URIS} URLs`,
        }
      : {
          error: "invalid_client_metadata",
          description: "the client metadata must be a JSON object of RFC 7591",
        };
  }
  const { redirect_uris: uris, client_name: name, client_uri: home } = parsed.data;
  if (!uris.every(isRedirectUri))
    return {
      error: "invalid_redirect_uri",
      description:
        "redirect_uris must be https, or http on localhost, 127.0.0.1 or [::1], without a fragment",
    };
  if (uris.join("").length > MAX_URI_CHARACTERS)
    return {
      error: "invalid_redirect_uri",
      description: `redirect_uris must have at most ${MAX_URI_CHARACTERS} characters together`,
    };
  const clean = (name ?? "")
    .replaceAll(/\p{Cf}+/gu, "")
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  const shown = cutCodePoints(clean, MAX_NAME);
  if (imitatesOperator(shown, baseUrl))
    return {
      error: "invalid_client_metadata",
      description: "client_name must not be the name of this service, or read like it",
    };
  const isWeb = uris.every((uri) => uri.startsWith("https:"));
  return {
    metadata: {
      redirect_uris: uris,
      ...(shown !== "" && { client_name: shown }),
      ...(isHome(home) && { client_uri: home }),
      application_type: isWeb ? "web" : "native",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  };
}
