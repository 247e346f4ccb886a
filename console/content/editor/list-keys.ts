import { useEffect, useRef } from "react";
import * as Y from "yjs";
import { keysAfter } from "./keys-after.js";

let made = 0;
const fresh = (): number => (made += 1);

/**
 * Returns a key for each item that follows the item through the edits of others, so that an input stays with
 * its item.
 */
export function useKeys(list: Y.Array<unknown> | null): readonly number[] {
  const kept = useRef<{ list: Y.Array<unknown> | null; keys: number[] }>({ list: null, keys: [] });
  if (kept.current.list !== list || kept.current.keys.length !== (list?.length ?? 0))
    kept.current = { list, keys: Array.from({ length: list?.length ?? 0 }, fresh) };
  useEffect(() => {
    const move = ({ delta }: Y.YArrayEvent<unknown>) => {
      kept.current.keys = keysAfter(kept.current.keys, delta, fresh);
    };
    list?.observe(move);
    return () => list?.unobserve(move);
  }, [list]);
  return kept.current.keys;
}
