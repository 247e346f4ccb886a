/** The waits of tools for one account in a process. Each reads the state of its work every 2 s at least. */
const MOST = 100;

const waits = new Map<string, number>();

/**
 * Counts a wait of an account until the returned function is called. Returns null for one too many: its tool
 * answers with the state that it finds (rules/mcp 8).
 */
export function beginWait(accountId: string): (() => void) | null {
  const count = waits.get(accountId) ?? 0;
  if (count >= MOST) return null;
  waits.set(accountId, count + 1);
  return () => {
    const left = (waits.get(accountId) ?? 1) - 1;
    if (left === 0) waits.delete(accountId);
    else waits.set(accountId, left);
  };
}
