import test from "ava";
import Provider from "oidc-provider";
import { prefixTokens } from "../../../../runtime/private-parts/oidc-provider.js";

const client = { client_id: "app", client_secret: "unused", redirect_uris: ["https://app.example/back"] };

/** The part of both token classes that this test uses. */
interface TokenClass {
  new (given: object): { save(): Promise<string> };
  find(value: string): Promise<{ jti: string } | undefined>;
}

/** Makes a token of a class; returns its value once the token is found by it. */
async function issue(provider: Provider, kind: "AccessToken" | "RefreshToken"): Promise<string> {
  const Token = provider[kind] as unknown as TokenClass;
  const given = { client: await provider.Client.find("app"), accountId: "ann", grantId: "grant" };
  const value = await new Token(given).save();
  const found = await Token.find(value);
  return found?.jti === value ? value : "not found";
}

for (const kind of ["AccessToken", "RefreshToken"] as const)
  test(`${kind}.prototype.generateTokenId() makes the value of a token, for the classes of one provider`, async (t) => {
    const provider = new Provider("https://kiln.example", { clients: [client] });
    const other = new Provider("https://other.example", { clients: [client] });
    t.regex(await issue(provider, kind), /^[\w-]{43}$/);
    prefixTokens(provider[kind], "svc_xx_");
    t.regex(await issue(provider, kind), /^svc_xx_[\w-]{43}$/);
    t.regex(await issue(other, kind), /^[\w-]{43}$/);
  });
