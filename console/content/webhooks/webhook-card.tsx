import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhooksDelete, webhooksUpdate } from "../../../sdk/generated/operations.js";
import type { Webhook, WebhooksUpdateParams } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";
import { Secret } from "../../parts/secret.js";
import { DeliveryLog, DeliveryStatus } from "./delivery-log.js";
import { eventWords } from "./events.js";

/** Shows one webhook: its events, the state of its last delivery, and its log. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, enabled, lastDelivery } = webhook;
  const client = useQueryClient();
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const again = () => void client.invalidateQueries({ queryKey: ["webhooks"] });
  const update = useMutation({
    mutationFn: (change: Omit<WebhooksUpdateParams, "id">) => call(webhooksUpdate, { id, ...change }),
    onSuccess: again,
  });
  const remove = useMutation({
    mutationFn: () => call(webhooksDelete, { id }),
    onSuccess: () => {
      say(`${name} is deleted with its log.`);
      again();
    },
  });
  return (
    <section className="card webhook" aria-label={name}>
      <header>
        <span className="row-text">
          <strong>{name}</strong>
          <span className="soft small">{url}</span>
        </span>
        {!enabled && <span className="badge">Paused</span>}
        {lastDelivery !== null && <DeliveryStatus status={lastDelivery.status} />}
      </header>
      <p className="soft small">
        Hears when a document {eventWords(events)}.{" "}
        {lastDelivery === null ? "Nothing was sent yet." : `Last sent ${ago(lastDelivery.createdAt)}.`}
      </p>
      {(update.error ?? remove.error) !== null && <Failed error={(update.error ?? remove.error) as Error} />}
      <div className="acts-row">
        <button
          type="button"
          className="button small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide the log" : "Show the log"}
        </button>
        <button
          type="button"
          className="button small"
          aria-disabled={update.isPending}
          onClick={() => !update.isPending && update.mutate({ enabled: !enabled })}
        >
          {enabled ? "Pause" : "Go on"}
        </button>
        <button
          type="button"
          className="button small"
          aria-disabled={update.isPending}
          onClick={() => !update.isPending && update.mutate({ rotateSecret: true })}
        >
          New secret
        </button>
        <Delete isPending={remove.isPending} run={() => remove.mutate()} />
      </div>
      {isOpen && <DeliveryLog webhookId={id} />}
      {update.data?.secret !== undefined && (
        <Secret
          title={`The new secret of ${name}`}
          says="The old one signs nothing any more."
          secret={update.data.secret}
          onClose={() => update.reset()}
        />
      )}
    </section>
  );
}

function Delete({ isPending, run }: { isPending: boolean; run: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" className="button small plain" onClick={() => setAsking(true)}>
        Delete
      </button>
    );
  return (
    <>
      <button
        type="button"
        className="button small danger"
        aria-disabled={isPending}
        onClick={() => !isPending && run()}
      >
        Delete it with its log
      </button>
      <button type="button" className="button small" onClick={() => setAsking(false)}>
        Keep it
      </button>
    </>
  );
}
