import { useEffect, useState } from "react";

/**
 * Milliseconds without a change after which a value counts as settled, so that fast typing sends one search.
 */
const STAYS_MS = 250;

/** Returns a value after it has not changed for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), STAYS_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
