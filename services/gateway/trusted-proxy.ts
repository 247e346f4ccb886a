/** What TRUST_PROXY means to the HTTP framework: nothing, everything, a number of hops, or addresses. */
export function trustedProxy(
  text: string | null,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (text === null || text === "false" || text === "0") return false;
  if (text === "true") return true;
  if (!/^\d+$/.test(text)) return text;
  const hops = Number(text);
  return (_address, hop) => hop < hops;
}
