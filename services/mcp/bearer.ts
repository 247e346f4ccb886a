/** The token of an `Authorization: Bearer` header; null where there is none. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
