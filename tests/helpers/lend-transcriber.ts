import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { Transcriber, TranscriptionProgress, TranscriptionWork } from "../../plugins/kit/transcriber.js";
import type { Kiln } from "../../start.js";

let count = 0;

interface Asked {
  work: TranscriptionWork;
  /** Throws the final error of an upstream that is down. */
  fail(work: TranscriptionWork): never;
}

/** Adds a transcriber to a process that answers each submit as the test says. Returns a function that removes it. */
export function lendTranscriber(
  { host }: Kiln,
  change: Partial<Transcriber>,
  answer: (asked: Asked) => Promise<TranscriptionProgress>,
): { id: string; leave(): void } {
  const id = `test-transcriber-${++count}`;
  const driver: Transcriber = {
    id,
    displayName: id,
    provider: id,
    resubmit: "once",
    submit: (work) => answer({ work, fail }),
    ...change,
  };
  host.plugins.swap({ name: id, version: "1.0.0", file: "test", status: "loaded", error: null }, [
    { point: "transcriber", name: id, driver },
  ]);
  return { id, leave: () => host.plugins.remove(id) };
}

function fail({ id }: TranscriptionWork): never {
  throw new ProviderError("provider_unavailable", `The upstream is down for ${id}.`, { retryable: false });
}
