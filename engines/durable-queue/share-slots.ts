import { type GroupShares, groupOf } from "./payer-groups.js";

/**
 * Gives slot after slot to the payer with the fewest running tasks, and among equals to the one that waits longest; returns the
 * number of slots by payer. `payers` come in the order of their waiting, and a payer that has got a slot goes to the end. `load` is the
 * number of running tasks by payer, and is updated. Where there are `groups`, which are updated too, the group with the fewest slots
 * is first, and a group without room gets none.
 */
export function shareSlots(
  payers: readonly { payer: string; ready: number }[],
  load: Map<string, number>,
  slots: number,
  groups: GroupShares | null = null,
): Map<string, number> {
  const shares = new Map<string, number>();
  const waiting = payers
    .filter(({ ready }) => ready > 0)
    .map((each) => ({ ...each, group: groupOf(each.payer) }));
  for (let slot = 0; slot < slots; slot += 1) {
    const best = fewest(waiting, load, groups);
    if (best === -1) break;
    const [next] = waiting.splice(best, 1);
    if (next === undefined) break;
    const { payer, group, ready } = next;
    const share = (shares.get(payer) ?? 0) + 1;
    shares.set(payer, share);
    load.set(payer, (load.get(payer) ?? 0) + 1);
    groups?.take(group);
    if (share < ready) waiting.push(next);
  }
  return shares;
}

/** Returns the index of the first payer with the fewest tasks in the group with the fewest; -1 where none may have a slot. */
function fewest(
  waiting: readonly { payer: string; group: string }[],
  load: ReadonlyMap<string, number>,
  groups: GroupShares | null,
): number {
  let best = -1;
  let [ofGroup, ofPayer] = [Infinity, Infinity];
  for (const [index, { payer, group }] of waiting.entries()) {
    const [groupHas, payerHas] = [groups?.inHand(group) ?? 0, load.get(payer) ?? 0];
    const isLess = groupHas < ofGroup || (groupHas === ofGroup && payerHas < ofPayer);
    if (!isLess || groups?.hasRoom(group) === false) continue;
    [best, ofGroup, ofPayer] = [index, groupHas, payerHas];
  }
  return best;
}
