import { join } from "node:path";
import type { MadeFile } from "../in-studio.js";
import { makeEffect, type SoundWish } from "./make-effect.js";
import { makeMusic, musicFade } from "./make-music.js";
import { RATE } from "./track.js";
import { WavFile } from "./wav-file.js";

export interface SoundOrder {
  folder: string;
  what: "music" | "effect";
  wish: SoundWish;
}

/** A work of the studio: writes a piece of music or a sound as WAV. */
export async function work({ folder, what, wish }: SoundOrder): Promise<MadeFile[]> {
  const { track, usedWords } = what === "music" ? makeMusic(wish) : makeEffect(wish);
  const path = join(folder, "sound.wav");
  const file = await WavFile.create(path, { rate: RATE, channels: 2 });
  await file.add(track.toSamples(what === "music" ? musicFade(wish.seconds) : 0.05));
  await file.end();
  return [{ contentType: "audio/wav", path, metadata: { usedWords } }];
}
