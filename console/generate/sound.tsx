import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { peaks } from "./peaks.js";
import { Waveform } from "./waveform.js";

/** A sound with the browser's controls, and its loudness over time, on which one goes to a place. */
export function Sound({ url, name }: { url: string; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const isSeen = useSeen(box);
  const { data } = useQuery({ ...peaks(url), enabled: isSeen });
  const [played, setPlayed] = useState(0);
  const note = () => {
    const { currentTime = 0, duration = 0 } = audio.current ?? {};
    setPlayed(duration > 0 ? currentTime / duration : 0);
  };
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function step() {
      note();
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return (
    <div className="sound" ref={box}>
      <Waveform
        peaks={data}
        played={played}
        seek={(part) => {
          if (audio.current === null || !Number.isFinite(audio.current.duration)) return;
          audio.current.currentTime = part * audio.current.duration;
          note();
        }}
      />
      <audio
        ref={audio}
        src={url}
        aria-label={name}
        controls
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={note}
      />
    </div>
  );
}

/** Whether it was in view once: a list of many sounds reads those that somebody comes to. */
function useSeen(box: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}
