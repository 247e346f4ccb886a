import { wholeNumber } from "../words.js";

/** Shows how much of a limit is used. */
export function Meter({ label, used, of }: { label: string; used: number; of: number }) {
  return (
    <div className="meter">
      <span className="soft small">{label}</span>
      <progress aria-label={label} max={Math.max(1, of)} value={Math.min(used, of)} />
      <span className="small number">
        {wholeNumber(used)} of {wholeNumber(of)}
      </span>
    </div>
  );
}
