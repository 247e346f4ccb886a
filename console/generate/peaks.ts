import { queryOptions } from "@tanstack/react-query";
import { loudest } from "./bars.js";

/** Sample rate that is enough for loudness; a higher one would take too much memory for a long sound. */
const SAMPLES_A_SECOND = 8_000;
/**
 * Limits in bytes for three minutes of uncompressed stereo, and about ten minutes of compressed sound, which
 * decode to 38 MB.
 */
const MOST_BYTES = { uncompressed: 32_000_000, compressed: 10_000_000 };

/**
 * The query for the loudness of a sound over time, from 0 to 1; empty if the file is too large or the browser
 * may not read it.
 */
export const peaks = (url: string) =>
  queryOptions({
    // The signature of the address changes with each reading, and the sound does not.
    queryKey: ["peaks", new URL(url, location.origin).pathname],
    queryFn: ({ signal }) => peaksOf(url, signal),
    staleTime: Infinity,
    retry: false,
  });

async function peaksOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || !isSmall(response.headers)) {
      await response.body?.cancel();
      return [];
    }
    const sound = await decodeInTurn(await response.arrayBuffer());
    return loudest(Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at)));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

function isSmall(headers: Headers): boolean {
  const isWave = /wave?|pcm/.test(headers.get("content-type") ?? "");
  const length = headers.get("content-length");
  return length !== null && Number(length) <= MOST_BYTES[isWave ? "uncompressed" : "compressed"];
}

let turn: Promise<unknown> = Promise.resolve();

/** Decodes one sound at a time, because decoding takes much memory. */
function decodeInTurn(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const decoded = turn.then(() => new OfflineAudioContext(1, 1, SAMPLES_A_SECOND).decodeAudioData(bytes));
  turn = decoded.catch(() => undefined);
  return decoded;
}
