import type { SettingName } from "../../words.js";
import type { Layer } from "../shape.js";
import type { Stage } from "../stage.js";
import { drawAbstract } from "./abstract.js";
import { drawBackdrop } from "./backdrop.js";
import { drawBeach } from "./beach.js";
import { drawCity } from "./city.js";
import { drawDesert } from "./desert.js";
import { drawForest } from "./forest.js";
import { drawHills } from "./hills.js";
import { drawLake } from "./lake.js";
import { drawMountain } from "./mountain.js";
import { drawRoom } from "./room.js";
import { drawSea } from "./sea.js";
import { drawSnowfield } from "./snowfield.js";
import { drawSpace } from "./space.js";
import { drawUnderwater } from "./underwater.js";

export const SETTING_DRAWERS: Readonly<Record<SettingName, (stage: Stage) => Layer[]>> = {
  mountain: drawMountain,
  forest: drawForest,
  city: drawCity,
  hills: drawHills,
  sea: drawSea,
  lake: drawLake,
  beach: drawBeach,
  desert: drawDesert,
  snowfield: drawSnowfield,
  space: drawSpace,
  underwater: drawUnderwater,
  room: drawRoom,
  backdrop: drawBackdrop,
  abstract: drawAbstract,
};
