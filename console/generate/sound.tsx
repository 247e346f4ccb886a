import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { peaksOf } from "./peaks.js";

/** A sound with the browser's controls, and its loudness over time, on which one goes to a place. */
export function Sound({ url, name }: { url: string; name: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [played, setPlayed] = useState(0);
  const path = new URL(url, location.origin).pathname;
  const { data: peaks } = useQuery({
    queryKey: ["peaks", path],
    queryFn: ({ signal }) => peaksOf(url, signal),
    staleTime: Infinity,
    retry: false,
  });
  const note = () => {
    const { currentTime = 0, duration = 0 } = audio.current ?? {};
    setPlayed(duration > 0 ? currentTime / duration : 0);
  };
  return (
    <div className="sound">
      <svg
        className="waveform"
        viewBox="0 0 384 64"
        preserveAspectRatio="none"
        aria-hidden
        onPointerDown={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          if (audio.current === null || !Number.isFinite(audio.current.duration)) return;
          audio.current.currentTime = ((clientX - left) / width) * audio.current.duration;
          note();
        }}
      >
        {peaks?.map((peak, at) => (
          <rect
            key={at}
            className={at / peaks.length < played ? "played" : ""}
            x={at * 4 + 0.5}
            y={32 - peak * 30}
            width={3}
            height={Math.max(2, peak * 60)}
            rx={1.5}
          />
        ))}
      </svg>
      <audio ref={audio} src={url} aria-label={name} controls preload="metadata" onTimeUpdate={note} />
    </div>
  );
}
