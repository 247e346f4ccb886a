import { useMemo, useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { usePinned } from "../../library/use-pinned.js";
import { nameOf } from "../../parts/thumb.js";
import type { CatalogModel, Media } from "../../queries.js";
import { peaks } from "../peaks.js";
import { Waveform } from "../waveform.js";
import { Caption } from "./caption.js";
import type { Item } from "./items.js";
import { Transport } from "./transport.js";
import type { Together } from "./together.js";
import { type PlayingTogether, usePlayed } from "./use-together.js";

interface Given {
  items: readonly Item[];
  models: readonly CatalogModel[];
  playing: PlayingTogether;
  remove: (storageId: string) => void;
}

/**
 * Shows sounds below each other on one time axis and one loudness scale. All of them play, and one is
 * audible.
 */
export function Sounds({ items, models, playing: { together, heard, hear }, remove }: Given) {
  const known = useQueries({
    queries: items.map(({ file }) => ({ ...peaks(file?.url ?? ""), enabled: file !== undefined })),
  });
  const length = usePlayed(together, (now) => now.length);
  const loudest = Math.max(0.05, ...known.flatMap(({ data = [] }) => data));
  const longest = Math.max(length, ...items.map(({ file }) => file?.durationSeconds ?? 0)) || 1;
  return (
    <>
      <Transport together={together} count={items.length} heard={heard} hear={hear} />
      <div className="sounds">
        {items.map((item, at) => {
          const seconds = item.file?.durationSeconds ?? longest;
          return (
            <div key={item.storageId} className="card" data-heard={heard === at}>
              {item.error !== null ? (
                <p className="soft">This file was deleted or is not shared with you.</p>
              ) : (
                <div style={{ width: `${(seconds / longest) * 100}%` }}>
                  <Line together={together} seconds={seconds} peaks={known[at]?.data} full={loudest} />
                  {item.file !== undefined && (
                    <Voice at={at} file={item.file} isHeard={heard === at} hold={together.hold} />
                  )}
                </div>
              )}
              <Caption item={item} at={at} models={models} remove={remove} />
            </div>
          );
        })}
      </div>
    </>
  );
}

interface LineGiven {
  together: Together;
  seconds: number;
  peaks: readonly number[] | undefined;
  full: number;
}

/** Shows the waveform of one sound on the common time axis. */
function Line({ together, seconds, peaks, full }: LineGiven) {
  const position = useMemo(
    () => ({ subscribe: together.subscribe, now: () => Math.min(1, together.now.time / seconds) }),
    [together, seconds],
  );
  return (
    <Waveform peaks={peaks} full={full} position={position} seek={(part) => together.seek(part * seconds)} />
  );
}

function Voice({
  at,
  file,
  isHeard,
  hold,
}: {
  at: number;
  file: Media;
  isHeard: boolean;
  hold: (at: number, media: HTMLMediaElement | null) => void;
}) {
  const [ref] = useState(() => (audio: HTMLAudioElement | null) => hold(at, audio));
  const { file: source, renew } = usePinned(file);
  return (
    <audio
      ref={ref}
      src={source.url}
      aria-label={`${at + 1}: ${nameOf(file)}`}
      preload="auto"
      muted={!isHeard}
      onError={renew}
    />
  );
}
