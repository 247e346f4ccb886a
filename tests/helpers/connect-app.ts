import {
  type AuthProvider,
  Client,
  type ClientOptions,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { Person } from "./client.js";
import { OauthBrowser } from "./oauth-browser.js";

const REDIRECT = "http://localhost:7777/callback";

type Kept = {
  client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  verifier: string;
  url?: URL;
  state?: unknown;
};

/** Makes the provider that stores an app's sign-in for the SDK. */
export function appProvider(
  name: string,
  documentUrl?: string,
): { provider: OAuthClientProvider; kept: Kept } {
  const kept: Kept = { verifier: "" };
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    clientMetadata: { redirect_uris: [REDIRECT], client_name: name },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
  };
  return { provider, kept };
}

export interface App {
  kept: Kept;
  /** Connects with a new client for each call. */
  connect(options?: ClientOptions): Promise<Client>;
  /** Sends a request with the access token and returns its status. */
  opens(): Promise<number>;
}

/** Connects the newest official client that knows nothing but the address: discovery, registration, sign-in, consent, token. */
export async function connectApp(
  kiln: { url: string; host: { baseUrl: string } },
  person: Pick<Person, "email" | "password">,
  name: string,
  documentUrl?: string,
): Promise<App> {
  const { provider, kept } = appProvider(name, documentUrl);
  const address = new URL(`${kiln.host.baseUrl}/mcp`);
  const transportOf = (authProvider: AuthProvider | OAuthClientProvider) =>
    new StreamableHTTPClientTransport(address, { authProvider });
  const connect = async (options: ClientOptions = {}) => {
    const client = new Client({ name: "app", version: "1" }, options);
    await client.connect(transportOf(provider));
    return client;
  };
  await connect().then(
    () => Promise.reject(new Error("It connected without a sign-in.")),
    () => undefined,
  );
  const location = await new OauthBrowser(kiln.url).allow(kept.url?.href ?? "", person);
  const first = transportOf(provider);
  await first.finishAuth(location.searchParams);
  return {
    kept,
    connect,
    async opens() {
      const answer = await fetch(address, {
        method: "POST",
        headers: {
          authorization: `Bearer ${kept.tokens?.access_token ?? ""}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      return answer.status;
    },
  };
}
