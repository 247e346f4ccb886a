import { type Colour, hex, lighten, mix } from "../../colour.js";
import { blob, circle, ellipse, polygon, roundRect, pairs } from "../path.js";
import { type Shape, area, blend, detail, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

const SKINS = ["#f3c9a5", "#e0a878", "#c68653", "#96603a", "#6b4229"];
const HAIRS = ["#2b1d17", "#5a3820", "#a8682e", "#d9b063", "#8a8a90", "#23232b"];
const LONG_HAIR = /^(?:woman|girl|lady|queen|princess)$/u;
const CROWNED = /^(?:queen|king|princess)$/u;

/** Head and shoulders, 100 high on (0, 0). */
export function drawPortrait({ palette, chance }: Stage, { word, colour }: FocusWish): Shape[] {
  const skin = mix(hex(chance.pick(SKINS)), palette.skyLow, 0.1);
  const hair = mix(hex(chance.pick(HAIRS)), palette.near, 0.12);
  const isLong = LONG_HAIR.test(word) || (!/^(?:man|boy|king)$/u.test(word) && chance.is(0.5));
  const shade = mix(skin, palette.near, 0.24);
  const shapes: Shape[] = [];
  if (isLong)
    shapes.push(
      area(
        blob(
          pairs([
            -23, -76, -17, -94, 0, -100, 17, -94, 23, -76, 27, -48, 25, -22, 0, -16, -25, -22, -27, -48,
          ]),
        ),
        blend(lighten(hair, 0.04), hair),
      ),
    );
  shapes.push(
    area(
      "M-46 0C-45 -19 -33 -25 -15 -29L0 -20L15 -29C33 -25 45 -19 46 0Z",
      blend(lighten(colour, 0.05), mix(colour, palette.near, 0.3)),
    ),
    area("M-9 -48L-10 -29C-6 -20 6 -20 10 -29L9 -48Z", shade),
    area("M-15 -29L0 -13L15 -29L10 -31L0 -22L-10 -31Z", mix(palette.light, colour, 0.15)),
    area(
      blob(pairs([0, -93, 14, -89, 19, -73, 16, -55, 7, -43, 0, -40, -7, -43, -16, -55, -19, -73, -14, -89])),
      skin,
    ),
    detail(
      "M0 -93C14 -93 20 -82 19 -72C18 -56 10 -42 0 -40C8 -48 12 -60 11 -72C11 -82 8 -90 0 -93Z",
      shade,
      0.7,
    ),
    ...face(skin, hair, palette.accent),
    area(
      isLong
        ? "M-20 -70C-23 -92 -10 -99 1 -98C14 -98 23 -90 20 -69C17 -80 10 -85 3 -87C-5 -82 -15 -80 -20 -70Z"
        : "M-20 -71C-24 -92 -11 -101 4 -99C17 -98 23 -88 20 -72C18 -79 15 -83 12 -86C2 -82 -10 -84 -15 -84C-17 -80 -19 -76 -20 -71Z",
      blend(lighten(hair, 0.07), hair),
    ),
  );
  if (CROWNED.test(word)) {
    shapes.push(
      area(
        polygon(pairs([-16, -93, -19, -111, -8, -101, 0, -114, 8, -101, 19, -111, 16, -93, 0, -97])),
        blend(hex("#ffe08a"), hex("#c98a1e")),
      ),
    );
  }
  if (chance.is(0.3) && !isLong)
    shapes.push(
      line(
        "M-13 -70a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M3 -70a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M-3 -71h6",
        palette.ink,
        1.1,
      ),
    );
  return shapes;
}

function face(skin: Colour, hair: Colour, lips: Colour): Shape[] {
  const dark = mix(hair, [0.15, 0, 0], 0.6);
  return [
    detail(ellipse(-8, -70, 3.6, 2) + ellipse(8, -70, 3.6, 2), [0.97, 0, 0.01]),
    detail(circle(-7.6, -70, 1.8) + circle(8.4, -70, 1.8), dark),
    line("M-12.5 -76C-10 -78 -6 -78 -4 -76M4 -76C6 -78 10 -78 12.5 -76", dark, 1.4),
    line("M-0.5 -69L-2.5 -58.5C-1.5 -57.5 1.5 -57.5 2.5 -58.5", mix(skin, dark, 0.4), 1),
    detail(
      "M-6 -51C-3 -53 -1 -52.5 0 -52C1 -52.5 3 -53 6 -51C3 -47.5 -3 -47.5 -6 -51Z",
      mix(mix(lips, hex("#b03a48"), 0.6), skin, 0.25),
    ),
    detail(circle(-12, -60, 3.6) + circle(12, -60, 3.6), mix(skin, hex("#e8604c"), 0.5), 0.35),
  ];
}

/** A standing figure from behind or aside in a long coat, 100 high on (0, 0). */
export function drawPerson({ palette, chance }: Stage, { word, colour }: FocusWish): Shape[] {
  const skin = mix(hex(chance.pick(SKINS)), palette.near, 0.1);
  const dark = mix(palette.near, palette.ink, 0.4);
  const hair = mix(hex(chance.pick(HAIRS)), palette.near, 0.2);
  const shapes: Shape[] = [
    detail(ellipse(3, 0, 20, 3), palette.ink, 0.28),
    area(roundRect(-8.5, -34, 7, 34, 2) + roundRect(1.5, -34, 7, 34, 2), dark),
    area(
      "M-10 -76C-15 -60 -17 -40 -16 -26C-6 -22 6 -22 16 -26C17 -40 15 -60 10 -76C4 -80 -4 -80 -10 -76Z",
      blend(lighten(colour, 0.06), mix(colour, palette.near, 0.3), "across"),
    ),
    area(
      "M-10 -74C-16 -62 -19 -50 -18 -40L-13 -40C-12 -50 -10 -60 -8 -66ZM10 -74C16 -62 19 -50 18 -40L13 -40C12 -50 10 -60 8 -66Z",
      mix(colour, palette.near, 0.22),
    ),
    line("M0 -76V-25", mix(colour, palette.ink, 0.35), 0.9, 0.7),
  ];
  if (word === "astronaut") {
    return [
      ...shapes,
      area(circle(0, -88, 12), palette.light),
      area(
        blob(pairs([0, -95, 8, -92, 8, -84, 0, -81, -8, -84, -8, -92])),
        blend(palette.second, palette.near),
      ),
    ];
  }
  shapes.push(
    area(circle(0, -88, 8), skin),
    area(
      "M-8.5 -86C-10 -98 -3 -99 1 -98.500C8 -98 10 -92 8.500 -85C6 -90 2 -92 -3 -91C-6 -91 -8 -89 -8.500 -86Z",
      hair,
    ),
  );
  if (word === "wizard")
    shapes.push(
      area(polygon(pairs([-14, -93, 14, -93, 3, -128])), mix(colour, palette.near, 0.3)),
      line("M20 0V-84", palette.accent, 2.4),
    );
  else if (chance.is(0.5))
    shapes.push(
      area(
        "M-12 -92C-8 -94 8 -94 12 -92L12 -90.500H-12ZM-7 -93C-7 -102 7 -102 7 -93Z",
        mix(palette.accent, palette.near, 0.35),
      ),
    );
  return shapes;
}
