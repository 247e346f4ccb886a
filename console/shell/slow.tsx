import { useEffect, useState } from "react";
import { type Query, type QueryClient, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";

/** Milliseconds after which the page tells what it waits for. */
const PATIENCE_MS = 4_000;
const LOOK_MS = 500;

/** The names of the data by the first part of its query key. */
const NAMES: Readonly<Record<string, string>> = {
  account: "your credits",
  "content-settings": "languages",
  "content-types": "types of content",
  document: "the document",
  documents: "documents",
  estimate: "the price",
  job: "what a file was made of",
  jobs: "jobs",
  media: "files",
  models: "models",
  object: "a file",
  projects: "projects",
  revisions: "the history",
  run: "the run",
  runs: "runs",
  session: "who you are",
  triggers: "triggers",
  usage: "what was spent",
  webhooks: "webhooks",
  workflow: "the workflow",
  workflows: "workflows",
};

/**
 * Tells whether a query waits for its first answer. A waveform does not count, because its sound can be
 * played without it.
 */
const isAwaited = ({ queryKey, state }: Query): boolean =>
  state.status === "pending" && state.fetchStatus === "fetching" && queryKey[0] !== "peaks";
const awaitedOf = (client: QueryClient): Query[] => client.getQueryCache().findAll({ predicate: isAwaited });

/** Returns the names of the data that the page has waited for too long. */
function useSlow(client: QueryClient): readonly string[] {
  const isWaiting = useIsFetching({ predicate: isAwaited }) > 0;
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isWaiting) return;
    let since = new Map<string, number>();
    const look = () => {
      const now = performance.now();
      const awaited = awaitedOf(client);
      since = new Map(awaited.map(({ queryHash }) => [queryHash, since.get(queryHash) ?? now]));
      const slow = awaited.filter(({ queryHash }) => now - (since.get(queryHash) ?? now) >= PATIENCE_MS);
      const found = [...new Set(slow.map(({ queryKey }) => NAMES[String(queryKey[0])] ?? "this page"))];
      setNames((old) => (old.join() === found.join() ? old : found));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      setNames([]);
    };
  }, [client, isWaiting]);
  return names;
}

/** Tells what a slow page waits for, and offers to request it again. */
export function Slow() {
  const client = useQueryClient();
  const names = useSlow(client);
  const again = async () => {
    const keys = new Set(awaitedOf(client).map(({ queryHash }) => queryHash));
    const predicate = ({ queryHash }: Query) => keys.has(queryHash);
    // A retry that is waiting is canceled, so that the new request starts at once.
    await client.cancelQueries({ predicate });
    await client.refetchQueries({ predicate });
  };
  return (
    <div role="status">
      {names.length > 0 && (
        <div className="toast">
          <Hourglass aria-hidden size={18} />
          <span>This takes longer than usual: waiting for {inWords(names)}.</span>
          <button type="button" className="button" onClick={() => void again()}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
