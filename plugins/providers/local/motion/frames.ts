import type { Raster } from "../canvas/style/raster.js";
import { type Move, viewAt } from "./camera.js";
import type { Size } from "./frame-size.js";
import { blend, sample } from "./sample.js";
import { overlayTitle, type TitleLayer } from "./title-layer.js";

export const FRAMES_PER_SECOND = 24;
const FADE_SECONDS = 0.8;
const TITLE_FADE_SECONDS = 0.6;
/** A title comes when the picture has been seen, and goes before it ends. */
const TITLE_FROM = 0.12;
const TITLE_TO = 0.88;

export interface Film {
  size: Size;
  seconds: number;
  shots: readonly { picture: Raster; move: Move }[];
  title: TitleLayer | null;
}

export const frameCount = ({ seconds }: Film): number => Math.round(seconds * FRAMES_PER_SECOND);

/** The frames of a film, RGB: each shot has its part of the time, and one fades into the next. */
export function* framesOf(film: Film): Generator<Buffer> {
  const { size, seconds, shots, title } = film;
  const count = frameCount(film);
  const each = seconds / shots.length;
  const fade = Math.min(FADE_SECONDS, each / 2);
  for (let at = 0; at < count; at += 1) {
    const time = at / FRAMES_PER_SECOND;
    // The last frame is the end of its move, exactly.
    const place = count === 1 ? 0 : (at / (count - 1)) * shots.length;
    const index = Math.min(shots.length - 1, Math.floor(place));
    const frame = Buffer.alloc(size.width * size.height * 3);
    draw(film, index, place, frame);
    const left = (index + 1) * each - time;
    if (index + 1 < shots.length && left < fade) {
      const next = Buffer.alloc(frame.length);
      draw(film, index + 1, place, next);
      blend(frame, next, Math.round(256 * (1 - left / fade)));
    }
    if (title !== null) overlayTitle(frame, size.width, title, titlePart(time / seconds, seconds));
    yield frame;
  }
}

/** A shot begins to move while it still fades in, so its own time starts a little before its turn. */
function draw({ shots, size, seconds }: Film, index: number, place: number, into: Buffer): void {
  const { picture, move } = shots[index];
  const early = index === 0 ? 0 : Math.min(0.5, (FADE_SECONDS / seconds) * shots.length);
  const own = (place - index + early) / (1 + early);
  sample(picture, viewAt(move, Math.min(1, Math.max(0, own))), into, size.width, size.height);
}

function titlePart(place: number, seconds: number): number {
  const fade = TITLE_FADE_SECONDS / seconds;
  const part = Math.min((place - TITLE_FROM) / fade, (TITLE_TO - place) / fade, 1);
  return Math.round(256 * Math.max(0, part));
}
