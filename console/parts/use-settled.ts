import { useEffect, useState } from "react";

/** After which a search is asked for: letters that follow fast are one. */
const STAYS_MS = 250;

/** A value once it stays. */
export function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), STAYS_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
