import type { Chance } from "../canvas/seed.js";
import type { Track } from "./track.js";
import { drift, fading, harmonics, held, noise, sine, sweep } from "./waves.js";

export interface Effect {
  words: readonly string[];
  make(track: Track, chance: Chance): void;
}

/** Calls `each` at times that chance chooses, so many a second on average. */
function scatter(track: Track, chance: Chance, perSecond: number, each: (at: number) => void): void {
  const from = Math.min(0.05, track.seconds / 4);
  let at = from;
  do {
    each(at);
    at += (0.3 + chance.next() * 1.4) / perSecond;
  } while (at < track.seconds);
}

/** Calls `each` at even times. */
function beat(track: Track, every: number, each: (at: number, index: number) => void): void {
  for (let index = 0; index * every < track.seconds; index += 1) each(index * every, index);
}

type Band = readonly [low: number, high: number];

const bed = (track: Track, chance: Chance, [low, high]: Band, level: number, swell = 4) => {
  for (const pan of [-0.9, 0.9]) {
    const [hiss, move] = [noise(chance, low, high), drift(chance, swell)];
    track.add(0, track.seconds, pan, (time) => hiss(time) * level * (0.4 + 0.6 * move(time)));
  }
};
const knock = (track: Track, chance: Chance, at: number, hertz: number) => {
  const thud = noise(chance, hertz / 2, hertz * 3);
  track.add(
    at,
    0.25,
    chance.between(-0.3, 0.3),
    fading((time) => thud(time) + 0.5 * sine(hertz)(time), 0.001, 0.03),
  );
};

/** What local-sfx can make, by the words that name it; the first one that a prompt names is the main one. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  rain: {
    words: ["rain", "rainy", "drizzle", "downpour", "shower"],
    make: (track, chance) => {
      bed(track, chance, [900, 9000], 0.5);
      scatter(track, chance, 60, (at) =>
        track.add(at, 0.03, chance.between(-1, 1), fading(sine(chance.between(1500, 5000)), 0.001, 0.004)),
      );
    },
  },
  wind: {
    words: ["wind", "windy", "breeze", "storm", "gust", "blizzard", "hurricane"],
    make: (track, chance) => {
      bed(track, chance, [150, 700], 1, 3);
      bed(track, chance, [500, 1600], 0.4, 5);
    },
  },
  waves: {
    words: ["wave", "sea", "ocean", "beach", "surf", "shore"],
    make: (track, chance) =>
      beat(track, 4.5, (at) => {
        const wash = noise(chance, 200, 3500);
        track.add(at, 6, chance.between(-0.5, 0.5), held(wash, 1.6, 6, 4));
      }),
  },
  thunder: {
    words: ["thunder", "thunderstorm", "lightning"],
    make: (track, chance) =>
      scatter(track, chance, 0.3, (at) => {
        const [crack, roll] = [noise(chance, 300, 6000), noise(chance, 25, 160)];
        track.add(at, 0.5, chance.between(-0.6, 0.6), fading(crack, 0.002, 0.07));
        track.add(
          at,
          4,
          0,
          fading((time) => roll(time) * 4, 0.15, 0.9),
        );
      }),
  },
  fire: {
    words: ["fire", "flame", "campfire", "burning", "fireplace"],
    make: (track, chance) => {
      bed(track, chance, [60, 500], 0.8, 2);
      scatter(track, chance, 14, (at) => {
        const snap = noise(chance, 1500, 8000);
        track.add(at, 0.05, chance.between(-0.8, 0.8), fading(snap, 0.0005, chance.between(0.003, 0.012)));
      });
    },
  },
  explosion: {
    words: ["explosion", "explode", "blast", "boom", "bomb", "cannon"],
    make: (track, chance) => {
      const [burst, debris] = [noise(chance, 40, 4000), noise(chance, 700, 6000)];
      track.add(
        0,
        track.seconds,
        0,
        fading((time) => burst(time) * 2, 0.003, 0.35),
      );
      track.add(0, track.seconds, 0, fading(sweep(110, 28, 1.2), 0.003, 0.5));
      track.add(
        0.25,
        track.seconds,
        0.3,
        fading((time) => debris(time) * 0.3, 0.2, 0.4),
      );
    },
  },
  laser: {
    words: ["laser", "blaster", "zap", "ray", "phaser", "sci fi", "scifi"],
    make: (track, chance) =>
      beat(track, 0.45, (at) =>
        track.add(
          at,
          0.35,
          chance.between(-0.7, 0.7),
          fading(sweep(chance.between(1800, 2800), 160, 0.3), 0.002, 0.09),
        ),
      ),
  },
  alarm: {
    words: ["alarm", "siren", "warning", "police", "ambulance"],
    make: (track) =>
      beat(track, 1, (at) => {
        track.add(at, 0.5, -0.2, held(harmonics(880, [0.6, 0.3, 0.15]), 0.01, 0.5, 0.02));
        track.add(at + 0.5, 0.5, 0.2, held(harmonics(660, [0.6, 0.3, 0.15]), 0.01, 0.5, 0.02));
      }),
  },
  beep: {
    words: ["beep", "notification", "button", "click", "ui", "blip", "coin"],
    make: (track, chance) => {
      const low = chance.pick([660, 784, 880, 988]);
      track.add(0, 0.12, 0, held(sine(low), 0.004, 0.12, 0.03));
      track.add(0.1, 0.5, 0, fading(harmonics(low * 1.5, [0.7, 0.2]), 0.004, 0.1));
    },
  },
  bell: {
    words: ["bell", "chime", "gong", "church", "doorbell", "ding"],
    make: (track, chance) => {
      const hertz = chance.pick([262, 330, 392, 523]);
      beat(track, 2.5, (at) => {
        for (const [ratio, level, half] of [
          [0.5, 0.4, 1.6],
          [1, 1, 1.2],
          [1.19, 0.5, 0.8],
          [1.56, 0.35, 0.6],
          [2, 0.5, 0.7],
          [2.74, 0.25, 0.3],
          [4.1, 0.15, 0.2],
        ] as const)
          track.add(
            at,
            6,
            chance.between(-0.3, 0.3),
            fading((time) => level * sine(hertz * ratio)(time), 0.002, half),
          );
      });
    },
  },
  footsteps: {
    words: ["footstep", "step", "walking", "walk", "running"],
    make: (track, chance) => beat(track, 0.55, (at) => knock(track, chance, at + chance.next() * 0.04, 90)),
  },
  knock: {
    words: ["knock", "door", "knocking", "hammer"],
    make: (track, chance) =>
      beat(track, 1.6, (at) => {
        for (const after of [0, 0.22, 0.44]) knock(track, chance, at + after, 180);
      }),
  },
  heartbeat: {
    words: ["heartbeat", "heart", "pulse"],
    make: (track) =>
      beat(track, 0.95, (at) => {
        track.add(at, 0.3, 0, fading(sweep(70, 40, 0.2), 0.01, 0.06));
        track.add(
          at + 0.28,
          0.3,
          0,
          fading((time) => 0.7 * sweep(60, 38, 0.2)(time), 0.01, 0.05),
        );
      }),
  },
  engine: {
    words: ["engine", "motor", "car", "truck", "machine", "drone", "helicopter"],
    make: (track, chance) => {
      const hertz = chance.between(38, 70);
      const move = drift(chance, 3);
      const rumble = noise(chance, 50, 900);
      track.add(
        0,
        track.seconds,
        0,
        (time) => harmonics(hertz, [0.6, 0.5, 0.4, 0.3, 0.25, 0.2])(time) * (0.7 + 0.3 * move(time)),
      );
      track.add(
        0,
        track.seconds,
        0,
        (time) => rumble(time) * (0.5 + 0.5 * Math.max(0, sine(hertz / 2)(time))),
      );
    },
  },
  birds: {
    words: ["bird", "birdsong", "chirp", "forest", "tweet", "morning"],
    make: (track, chance) => {
      bed(track, chance, [300, 1200], 0.08);
      scatter(track, chance, 1.6, (at) => {
        const [pan, hertz] = [chance.between(-0.9, 0.9), chance.between(2200, 4200)];
        for (let note = 0; note < chance.whole(2, 6); note += 1)
          track.add(
            at + note * 0.11,
            0.1,
            pan,
            held(
              sweep(hertz * chance.between(0.8, 1.1), hertz * chance.between(0.9, 1.4), 0.1),
              0.015,
              0.1,
              0.04,
            ),
          );
      });
    },
  },
  whoosh: {
    words: ["whoosh", "swoosh", "swish", "transition", "pass by", "fly"],
    make: (track, chance) =>
      beat(track, Math.max(1.4, track.seconds), (at) => {
        const seconds = Math.min(1.2, track.seconds);
        const air = noise(chance, 300, 5000);
        for (const [pan, rise] of [
          [-0.8, 0.35],
          [0.8, 0.65],
        ] as const)
          track.add(at, seconds, pan, held(air, seconds * rise, seconds, seconds * (1 - rise)));
      }),
  },
};

/** For a prompt without a word that is known: a moving texture of its own. */
export function texture(track: Track, chance: Chance): void {
  bed(track, chance, [chance.between(80, 400), chance.between(900, 5000)], 0.6, chance.between(1, 5));
  scatter(track, chance, chance.between(0.6, 3), (at) =>
    track.add(
      at,
      1.5,
      chance.between(-0.8, 0.8),
      fading(sweep(chance.between(120, 900), chance.between(120, 900), 1), 0.02, chance.between(0.08, 0.4)),
    ),
  );
}
