import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { webhooksListDeliveries, webhooksRetryDelivery } from "../../../sdk/generated/operations.js";
import type { WebhookDelivery } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Ago } from "../../parts/ago.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { eventWords } from "./events.js";

const WORDS = {
  pending: ["Waits", "accent"],
  delivered: ["Delivered", "good"],
  failed: ["Failed", "bad"],
} as const;

export function DeliveryStatus({ status }: { status: WebhookDelivery["status"] }) {
  return <span className={`badge ${WORDS[status][1]}`}>{WORDS[status][0]}</span>;
}

/** Shows the deliveries of a webhook with their attempts; each delivery can be sent again. */
export function DeliveryLog({ webhookId: id }: { webhookId: string }) {
  const client = useQueryClient();
  const key = ["deliveries", id];
  const list = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(webhooksListDeliveries, { id, limit: 20, offset: pageParam }, { signal }),
    getNextPageParam: ({ total, deliveries }, _pages, offset) =>
      deliveries.length > 0 && offset + deliveries.length < total ? offset + deliveries.length : null,
    refetchInterval: 5_000,
  });
  const retry = useMutation({
    mutationFn: (deliveryId: string) => call(webhooksRetryDelivery, { id, deliveryId }),
    onSuccess: () => void client.invalidateQueries({ queryKey: key }),
  });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <div className="delivery-log">
      {list.error !== null && <Failed error={list.error} again={list.refetch} />}
      {retry.error !== null && <Failed error={retry.error} />}
      {deliveries === undefined && list.error === null && <Skeletons count={3} className="line" />}
      {deliveries?.length === 0 && (
        <p className="soft">Nothing was sent yet. Publish a document to see it here.</p>
      )}
      <ol className="rows" aria-label="Deliveries">
        {deliveries?.map(({ id: deliveryId, event, documentId, status, attempts, createdAt }) => {
          const last = attempts.at(-1);
          return (
            <li key={deliveryId}>
              <span className="row-text">
                <span>
                  A{" "}
                  <Link to="/app/content/documents/$id" params={{ id: documentId }}>
                    document
                  </Link>{" "}
                  {eventWords([event])}
                </span>
                <span className="soft small">
                  <Ago time={createdAt} />, {attempts.length} {attempts.length === 1 ? "attempt" : "attempts"}
                  {last !== undefined &&
                    `, ${last.statusCode === null ? (last.error ?? "no answer") : `answered ${last.statusCode}`} after ${last.durationMs} ms`}
                </span>
              </span>
              <span className="acts-row">
                <DeliveryStatus status={status} />
                {status !== "pending" && (
                  <button
                    type="button"
                    className="button small"
                    aria-disabled={retry.isPending}
                    onClick={() => !retry.isPending && retry.mutate(deliveryId)}
                  >
                    Send again
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {list.hasNextPage && (
        <button type="button" className="button small" onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </div>
  );
}
