import { queryOptions } from "@tanstack/react-query";
import { loudest } from "./bars.js";

/** Loudness needs no more, and a long sound would take too much memory. */
const SAMPLES_A_SECOND = 8_000;
/** Three minutes of uncompressed stereo. */
const MOST_BYTES = 32_000_000;

/** How loud a sound is over time, from 0 to 1; nothing where it is too large, or lies where pages may not read it. */
export const peaks = (url: string) =>
  queryOptions({
    // Addresses are signed anew; the sound is the same.
    queryKey: ["peaks", new URL(url, location.origin).pathname],
    queryFn: ({ signal }) => peaksOf(url, signal),
    staleTime: Infinity,
    retry: false,
  });

async function peaksOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || Number(response.headers.get("content-length")) > MOST_BYTES) {
      await response.body?.cancel();
      return [];
    }
    const decoder = new OfflineAudioContext(1, 1, SAMPLES_A_SECOND);
    const sound = await decoder.decodeAudioData(await response.arrayBuffer());
    return loudest(Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at)));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
