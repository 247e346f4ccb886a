import { Copy } from "lucide-react";
import { Dialog } from "./dialog.js";
import { useSay } from "../shell/toasts.js";
import { useUnsaved } from "./use-unsaved.js";

/** Shows a secret, which the service returns only once. */
export function Secret({
  title,
  says,
  secret,
  onClose,
}: {
  title: string;
  says: string;
  secret: string;
  onClose: () => void;
}) {
  const say = useSay();
  // The page stays until the person has kept the secret.
  useUnsaved(true);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      say("The secret is copied.");
    } catch {
      say("The browser did not allow copying: select the secret instead.");
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="asked">
        <p>{says} It is shown now and never again.</p>
        <div className="secret">
          <input
            className="input"
            aria-label="Secret"
            readOnly
            value={secret}
            onFocus={({ target }) => target.select()}
          />
          <button
            type="button"
            className="button icon"
            aria-label="Copy the secret"
            onClick={() => void copy()}
          >
            <Copy aria-hidden size={18} />
          </button>
        </div>
        <div className="acts">
          <button type="button" className="button main" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
