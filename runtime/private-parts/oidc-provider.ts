import type Provider from "oidc-provider";

/**
 * Has the tokens of a class begin with a prefix: a token's id is its value. The library has options for the
 * length of ids, and none for their text. The class is one provider's own, so that others stay as they are.
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
