import { createHash, randomBytes } from "node:crypto";
import type { Kiln } from "../../start.js";
import { type Person, signUp } from "./client.js";
import { OauthBrowser } from "./oauth-browser.js";

const REDIRECT = "http://127.0.0.1:7777/callback";

export interface ConnectedAgent {
  person: Person;
  grantId: string;
  accessToken: string;
  /** Fetches the next tokens and returns the access token. */
  refresh(): Promise<string>;
}

/** Connects an agent for a person by all the steps of OAuth. The person is new unless given. */
export async function connectedAgent(
  kiln: Kiln,
  name = "Test agent",
  choices: Record<string, string> = {},
  who?: Person,
): Promise<ConnectedAgent> {
  const person = who ?? (await signUp(kiln.url));
  const registered = await fetch(`${kiln.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [REDIRECT], client_name: name }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${kiln.host.baseUrl}/mcp`,
  });
  const back = await new OauthBrowser(kiln.url).allow(
    `/oauth/authorize?${query.toString()}`,
    person,
    choices,
  );
  const exchange = async (fields: Record<string, string>) => {
    const answer = await fetch(`${kiln.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
    });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };
  let tokens = await exchange({
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  });
  const { body } = await person.session.get("/v1/oauth/grants");
  return {
    person,
    grantId: body.grants[0].id,
    accessToken: tokens.access_token,
    async refresh() {
      tokens = await exchange({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
      return tokens.access_token;
    },
  };
}
