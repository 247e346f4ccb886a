import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";

export const PICTURE = await makePng(32, 32, [
  [10, 120, 60],
  [60, 20, 120],
]);

export const film = (seconds: number): Buffer =>
  makeMp4({
    width: 32,
    height: 32,
    seconds,
    sound: true,
    colours: [
      [90, 90, 200],
      [120, 90, 200],
    ],
  });

export const sound = (seconds: number): Buffer => makeWav(seconds, 440);
