import { useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { nameOf } from "../../parts/thumb.js";
import type { CatalogModel } from "../../queries.js";
import { peaks } from "../peaks.js";
import { Waveform } from "../waveform.js";
import { Caption } from "./caption.js";
import type { Item } from "./items.js";
import { Transport } from "./transport.js";
import type { PlayingTogether } from "./use-together.js";

interface Given {
  items: readonly Item[];
  models: readonly CatalogModel[];
  playing: PlayingTogether;
  remove: (storageId: string) => void;
}

/** Sounds below each other on one line of time and one scale of loudness; all play, and one is heard. */
export function Sounds({ items, models, playing: { together, now, heard, hear }, remove }: Given) {
  const known = useQueries({
    queries: items.map(({ file }) => ({ ...peaks(file?.url ?? ""), enabled: file !== undefined })),
  });
  const loudest = Math.max(0.05, ...known.flatMap(({ data = [] }) => data));
  const longest = Math.max(now.length, ...items.map(({ file }) => file?.durationSeconds ?? 0)) || 1;
  return (
    <>
      <Transport together={together} now={now} count={items.length} heard={heard} hear={hear} />
      <div className="sounds">
        {items.map((item, at) => {
          const seconds = item.file?.durationSeconds ?? longest;
          return (
            <div key={item.storageId} className="card" data-heard={heard === at}>
              {item.error !== null ? (
                <p className="soft">The file is deleted, or you may not see it.</p>
              ) : (
                <div style={{ width: `${(seconds / longest) * 100}%` }}>
                  <Waveform
                    peaks={known[at]?.data}
                    full={loudest}
                    played={Math.min(1, now.time / seconds)}
                    seek={(part) => together.seek(part * seconds)}
                  />
                  {item.file !== undefined && (
                    <Voice
                      at={at}
                      url={item.file.url}
                      name={nameOf(item.file)}
                      isHeard={heard === at}
                      hold={together.hold}
                    />
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

function Voice({
  at,
  url,
  name,
  isHeard,
  hold,
}: {
  at: number;
  url: string;
  name: string;
  isHeard: boolean;
  hold: (at: number, media: HTMLMediaElement | null) => void;
}) {
  const [ref] = useState(() => (audio: HTMLAudioElement | null) => hold(at, audio));
  return <audio ref={ref} src={url} aria-label={`${at + 1}: ${name}`} preload="auto" muted={!isHeard} />;
}
