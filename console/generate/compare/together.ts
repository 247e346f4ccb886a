/**
 * Offset in seconds above which a player is moved to the others' time. A smaller offset stays, because a jump
 * is audible.
 */
const APART_SECONDS = 0.12;

export interface Playing {
  isPlaying: boolean;
  /** The position in the longest film or sound, in seconds; `length` is the length of that one. */
  time: number;
  length: number;
  speed: number;
}

/**
 * Tells whether a player has ended. A player with an error counts as ended, so that the others do not wait
 * for it.
 */
const isOver = ({ ended, error, currentTime, duration }: HTMLMediaElement): boolean =>
  ended || error !== null || (Number.isFinite(duration) && currentTime >= duration);

/** Plays films or sounds at the same time. If one of them has to load, all of them wait. */
export class Together {
  readonly #media = new Map<number, HTMLMediaElement>();
  readonly #listeners = new Set<() => void>();
  #now: Playing = { isPlaying: false, time: 0, length: 0, speed: 1 };
  #frame = 0;

  get now(): Playing {
    return this.#now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Registers the media element of an item, or removes it if `media` is null. A later element starts at the
   * common time.
   */
  readonly hold = (at: number, media: HTMLMediaElement | null): void => {
    const before = this.#media.get(at);
    if (media === null) {
      before?.pause();
      this.#media.delete(at);
      return;
    }
    if (before === media) return;
    this.#media.set(at, media);
    const arrive = () => {
      if (this.#now.time > 0) media.currentTime = Math.min(this.#now.time, media.duration);
      media.playbackRate = this.#now.speed;
      this.#tell({ length: this.#length() });
    };
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) arrive();
    else media.addEventListener("loadedmetadata", arrive, { once: true });
  };

  play(): void {
    if (this.#now.length > 0 && this.#now.time >= this.#now.length) this.seek(0);
    this.#tell({ isPlaying: true });
    this.#start();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(this.#step);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    for (const media of this.#media.values()) media.pause();
    this.#tell({ isPlaying: false });
  }

  seek(time: number): void {
    const to = Math.min(this.#now.length, Math.max(0, time));
    for (const media of this.#media.values())
      media.currentTime = Number.isFinite(media.duration) ? Math.min(to, media.duration) : to;
    this.#tell({ time: to });
    if (this.#now.isPlaying) this.#start();
  }

  setSpeed(speed: number): void {
    for (const media of this.#media.values()) media.playbackRate = speed;
    this.#tell({ speed });
  }

  readonly #step = (): void => {
    const all = [...this.#media.values()];
    const going = all.filter((media) => !isOver(media));
    const leader = going.toSorted((a, b) => (b.duration || 0) - (a.duration || 0))[0];
    if (leader === undefined) {
      this.#tell({ time: this.#now.length });
      return this.pause();
    }
    this.#frame = requestAnimationFrame(this.#step);
    if (going.some(({ readyState }) => readyState < HTMLMediaElement.HAVE_FUTURE_DATA)) {
      for (const media of going) media.pause();
      return;
    }
    if (going.some(({ paused }) => paused)) this.#start();
    for (const media of going)
      if (!media.seeking && Math.abs(media.currentTime - leader.currentTime) > APART_SECONDS)
        media.currentTime = leader.currentTime;
    this.#tell({ time: leader.currentTime });
  };

  #start(): void {
    for (const media of this.#media.values()) if (!isOver(media)) void media.play().catch(() => undefined);
  }

  #length(): number {
    const lengths = [...this.#media.values()].map(({ duration }) => duration);
    return Math.max(0, ...lengths.filter((duration) => Number.isFinite(duration)));
  }

  #tell(change: Partial<Playing>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }
}
