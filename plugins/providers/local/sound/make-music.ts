import type { Chance } from "../canvas/seed.js";
import { type SoundWish, readWish } from "./make-effect.js";
import { Track } from "./track.js";
import { fading, harmonics, held, noise, pluck, sine, sweep } from "./waves.js";

type Scale = readonly number[];
const MAJOR: Scale = [0, 2, 4, 5, 7, 9, 11];
const MINOR: Scale = [0, 2, 3, 5, 7, 8, 10];
const DORIAN: Scale = [0, 2, 3, 5, 7, 9, 10];

interface Mood {
  words: readonly string[];
  scale: Scale;
  /** Beats a minute. */
  tempo: readonly [number, number];
  /** How loud each part is; 0 leaves it out. */
  parts: { pad: number; bass: number; strings: number; lead: number; drums: number };
}

/** What local-music knows; the first one that a prompt names decides. */
export const MOODS: Readonly<Record<string, Mood>> = {
  calm: {
    words: [
      "calm",
      "ambient",
      "relaxing",
      "peaceful",
      "meditation",
      "sleep",
      "lullaby",
      "soft",
      "gentle",
      "slow",
    ],
    scale: MAJOR,
    tempo: [58, 72],
    parts: { pad: 1, bass: 0.3, strings: 0.35, lead: 0, drums: 0 },
  },
  sad: {
    words: ["sad", "melancholy", "melancholic", "lonely", "dark", "rain", "piano", "emotional"],
    scale: MINOR,
    tempo: [62, 78],
    parts: { pad: 0.7, bass: 0.4, strings: 0.6, lead: 0.25, drums: 0 },
  },
  happy: {
    words: ["happy", "cheerful", "upbeat", "fun", "joyful", "sunny", "ukulele", "acoustic", "folk", "pop"],
    scale: MAJOR,
    tempo: [104, 124],
    parts: { pad: 0.3, bass: 0.6, strings: 0.9, lead: 0.4, drums: 0.5 },
  },
  epic: {
    words: ["epic", "cinematic", "orchestral", "heroic", "trailer", "battle", "dramatic", "adventure"],
    scale: MINOR,
    tempo: [84, 98],
    parts: { pad: 1, bass: 0.8, strings: 0.5, lead: 0.5, drums: 0.9 },
  },
  dance: {
    words: [
      "dance",
      "techno",
      "house",
      "electronic",
      "edm",
      "disco",
      "club",
      "synthwave",
      "energetic",
      "fast",
    ],
    scale: MINOR,
    tempo: [118, 132],
    parts: { pad: 0.5, bass: 0.9, strings: 0.3, lead: 0.5, drums: 1 },
  },
  groove: {
    words: ["jazz", "funk", "lofi", "lo", "hip", "hop", "chill", "groove", "soul", "blues"],
    scale: DORIAN,
    tempo: [76, 92],
    parts: { pad: 0.6, bass: 0.8, strings: 0.5, lead: 0.35, drums: 0.6 },
  },
};
const PROGRESSIONS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
  [0, 3, 5, 4],
  [0, 2, 3, 4],
] as const;
const BEATS = 4;
const TAIL_SECONDS = 2;

/** A piece of its own for each seed: key, tempo, chords, melody and rhythm by chance, the mood by the words. */
export function makeMusic(wish: SoundWish): { track: Track; usedWords: string[] } {
  const { words, chance } = readWish(wish);
  const moods = Object.values(MOODS);
  const usedWords = words.filter((word) => moods.some((mood) => mood.words.includes(word)));
  const mood = moods.find((each) => each.words.includes(usedWords[0] ?? "")) ?? chance.pick(moods);
  const track = new Track(wish.seconds);
  const beat = 60 / chance.between(...mood.tempo);
  const key = chance.whole(40, 51);
  const chords = chance.pick(PROGRESSIONS);
  const rhythm = Array.from({ length: BEATS * 2 }, () => chance.is(0.55));
  for (let bar = 0; bar * BEATS * beat < track.seconds; bar += 1) {
    const at = bar * BEATS * beat;
    const degree = chords[bar % chords.length] ?? 0;
    playBar(
      track,
      mood,
      { at, beat, degree, rhythm, pitch: (step) => pitchOf(mood.scale, key, step) },
      chance,
    );
  }
  track.echo(beat * 0.75, 0.22);
  track.echo(0.031, 0.15);
  return { track, usedWords };
}

export const musicFade = (seconds: number): number => Math.min(TAIL_SECONDS, seconds / 4);

/** Hertz of a step of a scale above a key, which is a MIDI number. */
function pitchOf(scale: Scale, key: number, step: number): number {
  const octave = Math.floor(step / scale.length);
  const note = key + 12 * octave + (scale[step - octave * scale.length] ?? 0);
  return 440 * 2 ** ((note - 69) / 12);
}

interface Bar {
  at: number;
  /** Seconds. */
  beat: number;
  degree: number;
  rhythm: readonly boolean[];
  pitch(step: number): number;
}

function playBar(
  track: Track,
  { parts }: Mood,
  { at, beat, degree, rhythm, pitch }: Bar,
  chance: Chance,
): void {
  const seconds = BEATS * beat;
  const triad = [degree, degree + 2, degree + 4];
  for (const [index, step] of triad.entries())
    for (const detune of [0.997, 1.003])
      if (parts.pad > 0)
        track.add(
          at,
          seconds * 1.1,
          (index - 1) * 0.5,
          held(
            scaled(harmonics(pitch(step + 7) * detune, [0.5, 0.25, 0.14, 0.08]), 0.16 * parts.pad),
            0.25 * seconds,
            seconds * 1.1,
            0.3 * seconds,
          ),
        );
  for (let half = 0; half < BEATS * 2; half += 1) {
    const time = at + (half * beat) / 2;
    if (parts.bass > 0 && half % 4 === 0)
      track.add(
        time,
        beat * 1.8,
        0,
        fading(scaled(harmonics(pitch(degree), [0.8, 0.3, 0.1]), 0.5 * parts.bass), 0.01, beat * 0.6),
      );
    if (parts.strings > 0) {
      const step = (triad[half % 3] ?? degree) + 7;
      track.add(
        time,
        beat * 2,
        chance.between(-0.6, 0.6),
        scaled(pluck(chance, pitch(step)), 0.35 * parts.strings),
      );
    }
    if (parts.lead > 0 && rhythm[half]) {
      const step = chance.pick(triad) + 14 + chance.pick([-1, 0, 0, 0, 1]);
      track.add(
        time,
        beat,
        0.2,
        fading(scaled(harmonics(pitch(step), [0.7, 0.1, 0.2]), 0.3 * parts.lead), 0.02, beat * 0.35),
      );
    }
    if (parts.drums > 0) playDrums(track, { time, half, level: parts.drums }, chance);
  }
}

function playDrums(
  track: Track,
  { time, half, level }: { time: number; half: number; level: number },
  chance: Chance,
): void {
  if (half % 4 === 0) track.add(time, 0.3, 0, fading(scaled(sweep(150, 42, 0.12), 0.9 * level), 0.001, 0.06));
  if (half % 4 === 2) {
    const snare = noise(chance, 400, 7000);
    track.add(
      time,
      0.25,
      0.1,
      fading((at) => (snare(at) * 0.8 + 0.3 * sine(190)(at)) * level, 0.001, 0.045),
    );
  }
  const hat = noise(chance, 6000, 14_000);
  track.add(
    time,
    0.08,
    -0.25,
    fading((at) => hat(at) * (half % 2 === 0 ? 0.5 : 0.3) * level, 0.001, 0.015),
  );
}

const scaled = (wave: (time: number) => number, level: number) => (time: number) => wave(time) * level;
