/**
 * Gives slot after slot to the payer with the fewest running; among equals to the one who waits longest. `payers` come
 * in that order, and who has got a slot waits anew. `load` is what each of them has running and is updated.
 */
export function shareSlots(
  payers: readonly { payer: string; ready: number }[],
  load: Map<string, number>,
  slots: number,
): Map<string, number> {
  const shares = new Map<string, number>();
  const waiting = payers.filter(({ ready }) => ready > 0);
  for (let slot = 0; slot < slots && waiting.length > 0; slot += 1) {
    let best = 0;
    for (const [place, { payer }] of waiting.entries())
      if ((load.get(payer) ?? 0) < (load.get(waiting[best]?.payer ?? "") ?? 0)) best = place;
    const [next] = waiting.splice(best, 1);
    if (next === undefined) break;
    const share = (shares.get(next.payer) ?? 0) + 1;
    shares.set(next.payer, share);
    load.set(next.payer, (load.get(next.payer) ?? 0) + 1);
    if (share < next.ready) waiting.push(next);
  }
  return shares;
}
