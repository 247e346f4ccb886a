import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhooksCreate } from "../../../sdk/generated/operations.js";
import type { Webhook } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { Secret } from "../../parts/secret.js";
import { EVENTS } from "./events.js";

const FIRST_URL = "https://";

/** Asks for a name, an address and events, makes a webhook, and shows its secret once. */
export function NewWebhook({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [url, setUrl] = useState(FIRST_URL);
  const [events, setEvents] = useState<Webhook["events"]>(EVENTS.map(([event]) => event));
  const isEntered = name !== "" || url !== FIRST_URL || events.length !== EVENTS.length;
  const make = useMutation({
    mutationFn: () => call(webhooksCreate, { projectId, name, url, events }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  useUnsaved(isEntered);
  if (make.data !== undefined)
    return (
      <Secret
        title={`The secret of ${make.data.webhook.name}`}
        says="Your receiver checks the signatures with it."
        secret={make.data.secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        <div className="field">
          <label htmlFor="webhook-name">Name</label>
          <input
            id="webhook-name"
            className="input"
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="webhook-url">Address</label>
          <input
            id="webhook-url"
            className="input"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
          <span className="hint">A public https address</span>
        </div>
        <fieldset className="field">
          <legend>It hears when a document</legend>
          <div className="choices">
            {EVENTS.map(([event, title]) => (
              <label key={event}>
                <input
                  type="checkbox"
                  className="unseen"
                  checked={events.includes(event)}
                  onChange={({ target }) =>
                    setEvents((old) =>
                      target.checked ? [...old, event] : old.filter((one) => one !== event),
                    )
                  }
                />{" "}
                {title}
              </label>
            ))}
          </div>
        </fieldset>
        {make.error !== null && <Failed error={make.error} />}
        <div className="acts">
          <button type="submit" className="button main" aria-disabled={make.isPending}>
            {make.isPending ? "Making …" : "Make the webhook"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
