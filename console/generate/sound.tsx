import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { peaks } from "./peaks.js";
import { type Position, positionOf, standing } from "./position.js";
import { Waveform } from "./waveform.js";

const BEGINNING = standing(0);

interface Given {
  url: string;
  name: string;
  /** Called when the sound could not be loaded. */
  onError?: () => void;
}

/** Shows a sound with the browser's controls and a waveform that can be clicked to seek. */
export function Sound({ url, name, onError }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const isSeen = useSeen(box);
  const { data } = useQuery({ ...peaks(url), enabled: isSeen });
  const [position, setPosition] = useState<Position>(BEGINNING);
  useEffect(() => {
    if (audio.current !== null) setPosition(positionOf(audio.current));
  }, []);
  return (
    <div className="sound" ref={box}>
      <Waveform
        peaks={data}
        position={position}
        seek={(part) => {
          if (audio.current !== null && Number.isFinite(audio.current.duration))
            audio.current.currentTime = part * audio.current.duration;
        }}
      />
      <audio ref={audio} src={url} aria-label={name} controls preload="metadata" onError={onError} />
    </div>
  );
}

/**
 * Returns whether the element was ever in view, so that a long list loads only the sounds that somebody
 * scrolls to.
 */
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
