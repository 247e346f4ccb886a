import { queryOptions } from "@tanstack/react-query";
import { loudest } from "./bars.js";

/** Loudness needs no more, and a long sound would take too much memory. */
const SAMPLES_A_SECOND = 8_000;
/** Three minutes of uncompressed stereo, and some ten of what is compressed, which take 38 MB when they are decoded. */
const MOST_BYTES = { uncompressed: 32_000_000, compressed: 10_000_000 };

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

/** One sound at a time, since each takes much memory while it is decoded. */
function decodeInTurn(bytes: ArrayBuffer): Promise<AudioBuffer> {
  const decoded = turn.then(() => new OfflineAudioContext(1, 1, SAMPLES_A_SECOND).decodeAudioData(bytes));
  turn = decoded.catch(() => undefined);
  return decoded;
}
