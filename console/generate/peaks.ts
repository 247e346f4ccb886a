/** Bars of a waveform. */
const BARS = 96;
/** Loudness needs no more, and a long sound would take too much memory. */
const SAMPLES_A_SECOND = 8_000;
const MOST_BYTES = 8_000_000;

/** How loud a sound is over time, from 0 to 1; none where it is too large, or lies where pages may not read it. */
export async function peaksOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || Number(response.headers.get("content-length")) > MOST_BYTES) {
      await response.body?.cancel();
      return [];
    }
    const decoder = new OfflineAudioContext(1, 1, SAMPLES_A_SECOND);
    const samples = (await decoder.decodeAudioData(await response.arrayBuffer())).getChannelData(0);
    return barsOf(samples);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

function barsOf(samples: Float32Array): number[] {
  const length = Math.max(1, Math.floor(samples.length / BARS));
  const bars = Array.from({ length: BARS }, (_, bar) => {
    let loudest = 0;
    for (let at = bar * length; at < Math.min(samples.length, (bar + 1) * length); at++)
      loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
    return loudest;
  });
  const most = Math.max(...bars, 0.01);
  return bars.map((bar) => bar / most);
}
