/** Returns the token of an `Authorization: Bearer` header; null when there is none. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
