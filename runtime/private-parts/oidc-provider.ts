import type Provider from "oidc-provider";

/**
 * Makes the tokens of a class begin with a prefix, as a token's id is its value. The library has options for
 * the length of ids and none for their text. The class belongs to one provider, so the tokens of others stay
 * as they are.
 */
export function prefixTokens(
  { prototype }: Provider["AccessToken"] | Provider["RefreshToken"],
  prefix: string,
): void {
  const replaced = prototype as unknown as { generateTokenId(this: unknown): string };
  const { generateTokenId: generate } = replaced;
  replaced.generateTokenId = function prefixed() {
    return prefix + generate.call(this);
  };
}
