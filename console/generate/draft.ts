import { useEffect, useState } from "react";
import type { Values } from "./fields.js";

const KEPT = "kiln-generate";

export interface Draft {
  model: string | null;
  values: Values;
}

/** What was entered, kept in this tab: a sign-in in between, or another page, loses nothing. */
export function useDraft(): [Draft, (change: (old: Draft) => Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? "") as Draft;
    } catch {
      return { model: null, values: {} };
    }
  });
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify(draft)), [draft]);
  return [draft, setDraft];
}
