import type { FocusName } from "../../words.js";
import type { Shape } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";
import { drawAnimal } from "./animal.js";
import { drawCastle, drawHouse, drawLighthouse, drawWindmill } from "./buildings.js";
import { drawPerson, drawPortrait } from "./people.js";
import { drawFlower, drawFruit, drawPalm, drawTree } from "./plants.js";
import { drawFish, drawWhale } from "./sea-life.js";
import { drawButterfly, drawCup, drawHeart, drawRobot } from "./things.js";
import { drawBalloon, drawBoat, drawCar, drawRocket } from "./vehicles.js";

/** Draws a thing about 100 high that stands on (0, 0); `isTinted` when a word gave it its colour. */
export type DrawFocus = (stage: Stage, wish: FocusWish, isTinted: boolean) => Shape[];

export const FOCUS_DRAWERS: Readonly<Record<FocusName, { draw: DrawFocus; size: number }>> = {
  // `size` scales the thing beside the others.
  portrait: { draw: drawPortrait, size: 1 },
  person: { draw: drawPerson, size: 0.8 },
  cat: { draw: drawAnimal("cat"), size: 0.9 },
  dog: { draw: drawAnimal("dog"), size: 0.95 },
  fox: { draw: drawAnimal("fox"), size: 0.9 },
  rabbit: { draw: drawAnimal("rabbit"), size: 0.78 },
  bear: { draw: drawAnimal("bear"), size: 1.12 },
  fish: { draw: drawFish, size: 0.8 },
  whale: { draw: drawWhale, size: 1.05 },
  butterfly: { draw: drawButterfly, size: 0.75 },
  house: { draw: drawHouse, size: 0.95 },
  castle: { draw: drawCastle, size: 1.1 },
  lighthouse: { draw: drawLighthouse, size: 1.25 },
  windmill: { draw: drawWindmill, size: 1.1 },
  tree: { draw: drawTree, size: 1.2 },
  palm: { draw: drawPalm, size: 1.25 },
  flower: { draw: drawFlower, size: 1.1 },
  boat: { draw: drawBoat, size: 0.95 },
  car: { draw: drawCar, size: 0.8 },
  rocket: { draw: drawRocket, size: 1 },
  balloon: { draw: drawBalloon, size: 0.9 },
  robot: { draw: drawRobot, size: 1 },
  cup: { draw: drawCup, size: 0.85 },
  fruit: { draw: drawFruit, size: 0.62 },
  heart: { draw: drawHeart, size: 0.9 },
};
