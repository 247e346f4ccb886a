/**
 * Gives slot after slot to the payer with the fewest running; among equals to the one whose work is
 * older. `payers` come oldest first; `load` is what each of them has running and is updated.
 */
export function shareSlots(
  payers: readonly { payer: string; ready: number }[],
  load: Map<string, number>,
  slots: number,
): Map<string, number> {
  const shares = new Map<string, number>();
  for (let slot = 0; slot < slots; slot += 1) {
    let best: string | null = null;
    for (const { payer, ready } of payers) {
      if ((shares.get(payer) ?? 0) >= Number(ready)) continue;
      if (best === null || (load.get(payer) ?? 0) < (load.get(best) ?? 0)) best = payer;
    }
    if (best === null) break;
    shares.set(best, (shares.get(best) ?? 0) + 1);
    load.set(best, (load.get(best) ?? 0) + 1);
  }
  return shares;
}
