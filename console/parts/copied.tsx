import { Copy } from "lucide-react";
import { useSay } from "../shell/toasts.js";

/** Shows a text with a button that copies it. */
export function Copied({ name, text }: { name: string; text: string }) {
  const say = useSay();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      say("The browser did not allow copying: select the text instead.");
    }
  };
  return (
    <div className="secret">
      <input
        className="input"
        aria-label={name}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <button type="button" className="button icon" aria-label={`Copy: ${name}`} onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
      </button>
    </div>
  );
}
