export type UpstreamFault = "429" | "503" | "hang";

export interface Directives {
  /** `[fail]` */
  fails: boolean;
  /** `[slow=SECONDS]`, decimals allowed, in milliseconds; 0 without it. */
  slowMs: number;
  /** `[upstream=…]` */
  upstream: UpstreamFault | null;
}

const TEXT_PARAMS = ["prompt", "lyrics", "styleInstructions"];
/** A month: the end of the work stays a safe integer of milliseconds. */
const LONGEST_SLOW_MS = 30 * 86_400_000;
const FAULTS: Readonly<Record<string, UpstreamFault>> = {
  "429": "429",
  "503": "503",
  hang: "hang",
};

/** Finds the directives anywhere in the text parameters; the first of each sort counts (rules/models 34). */
export function readDirectives(params: Readonly<Record<string, unknown>>): Directives {
  const text = TEXT_PARAMS.map((name) => params[name])
    .filter((value) => typeof value === "string")
    .join("\n");
  const slow = /\[slow=(\d+(?:\.\d+)?|\.\d+)\]/.exec(text)?.[1];
  const upstream = /\[upstream=(429|503|hang)\]/.exec(text)?.[1];
  return {
    fails: text.includes("[fail]"),
    slowMs: slow === undefined ? 0 : Math.min(Math.round(Number(slow) * 1000), LONGEST_SLOW_MS),
    upstream: upstream === undefined ? null : (FAULTS[upstream] ?? null),
  };
}
