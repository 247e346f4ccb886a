import { signUp } from "./client.js";
import { OauthBrowser } from "./oauth-browser.js";

/**
 * Registers an OAuth client and signs a new person up. Another program makes the authorisation address, which `allow` follows to
 * its end.
 */
export async function authorizeByHand(
  base: string,
  redirectUri: string,
): Promise<{ clientId: string; allow(url: string): Promise<void> }> {
  const person = await signUp(base);
  const registered = await fetch(`${base}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  return {
    clientId,
    async allow(url) {
      await fetch(await new OauthBrowser(base).allow(url, person));
    },
  };
}
