/**
 * The vocabulary of local-canvas. Phrases are lower case, singular, up to three words; the longest
 * match wins. One phrase may stand in several tables and then does several things.
 * docs/local-provider.md lists the same words; a test compares both ways.
 */

export type PaletteName = keyof typeof PALETTES;
export type ColourName = keyof typeof COLOURS;
export type StyleName = keyof typeof STYLES;
export type SettingName = keyof typeof SETTINGS;
export type SkyName = keyof typeof SKY;
export type FocusName = keyof typeof FOCUS;
export type CompositionName = keyof typeof COMPOSITIONS;

/** Words and phrases, separated by a comma and a space. */
function list(text: string): readonly string[] {
  return text.split(", ");
}

export const PALETTES = {
  day: list("day, daylight, noon, sunny, bright, clear, blue sky, happy, cheerful"),
  sunset: list("sunset, dusk, evening, golden hour, romantic, warm"),
  dawn: list("dawn, sunrise, morning, gentle, tender"),
  night: list("night, midnight, nocturnal, starry, moonlit, moonlight, starlight"),
  neon: list("neon, neon sign, cyberpunk, synthwave, vaporwave, nightclub, futuristic, electric"),
  pastel: list("pastel, soft, delicate, baby, dreamy, cute"),
  autumn: list("autumn, fall, october, harvest, cozy, cosy"),
  spring: list("spring, april, fresh, blooming, blossom, easter"),
  winter: list("winter, snow, snowy, frozen, ice, icy, cold, christmas, frost, arctic"),
  tropical: list("tropical, summer, exotic, caribbean, hawaii, vacation"),
  fire: list("fire, flame, lava, volcano, volcanic, inferno, hell, hot, angry, rage"),
  storm: list("storm, stormy, thunder, rain, rainy, gloomy, dramatic, lightning, sad, dark"),
  noir: list("noir, monochrome, black and white, sin city, mystery, mysterious, gothic, horror"),
  vintage: list("vintage, retro, nostalgic, old, 1950s, 1960s, 1970s, midcentury"),
  emerald: list("emerald, jungle, lush, rainforest, irish, mossy"),
  ocean: list("deep sea, underwater, oceanic, aquatic, marine, nautical"),
  candy: list("candy, playful, fun, party, carnival, colorful, colourful, vibrant, kawaii"),
  earth: list("earthy, rustic, natural, desert, sandy, clay, terracotta, sepia"),
  royal: list("royal, magic, magical, fantasy, fairytale, enchanted, mystical"),
  cosmic: list("cosmic, space, galaxy, galactic, nebula, universe, alien, interstellar"),
  gold: list("luxury, luxurious, elegant, precious, art deco"),
  mist: list("mist, misty, fog, foggy, calm, quiet, serene, peaceful, zen, hazy"),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Words of palettes that speak of a mood: the palette of a word that speaks of light, weather or place goes before theirs. */
export const MOODS: readonly string[] = list(
  "calm, quiet, serene, peaceful, zen, gentle, tender, soft, delicate, dreamy, cute, warm, cold, hot, happy, cheerful, bright, clear, fresh, fun, playful, natural, old, elegant, sad, angry",
);

export const COLOURS = {
  red: { hex: "#d7263d", words: list("red, crimson, scarlet, ruby") },
  orange: { hex: "#f57c1f", words: list("orange, amber, tangerine") },
  yellow: { hex: "#f7c325", words: list("yellow, lemon, gold, golden") },
  green: { hex: "#3a9d4b", words: list("green, lime, olive") },
  teal: { hex: "#159a94", words: list("teal, turquoise, cyan, mint") },
  blue: { hex: "#2463d6", words: list("blue, azure, navy, cobalt, indigo") },
  purple: { hex: "#7a3bc2", words: list("purple, violet, lavender, lilac, magenta") },
  pink: { hex: "#f2649b", words: list("pink, coral, peach, salmon") },
  brown: { hex: "#80522d", words: list("brown, chocolate, copper, bronze") },
  black: { hex: "#1b1b20", words: list("black, obsidian") },
  white: { hex: "#f6f4ef", words: list("white, ivory, silver") },
  grey: { hex: "#85878c", words: list("grey, gray") },
} as const satisfies Readonly<Record<string, { hex: string; words: readonly string[] }>>;

export const STYLES = {
  poster: list("poster, flat, vector, minimalist poster, illustration, graphic, bauhaus"),
  watercolour: list("watercolour, watercolor, aquarelle, ink wash, gouache"),
  painting: list("painting, oil, oil painting, impressionist, painterly, acrylic, van gogh, monet"),
  papercut: list("papercut, paper cut, paper, origami, collage, cutout, layered paper"),
  lowpoly: list("low poly, lowpoly, polygon, polygonal, geometric, mosaic, facet, stained glass"),
  comic: list("comic, halftone, pop art, manga, cartoon, comic book, superhero"),
  ink: list("ink, line art, lineart, sketch, drawing, pencil, engraving, etching, doodle"),
  blueprint: list("blueprint, technical, schematic, diagram, architectural, plan"),
  pixel: list("pixel, pixel art, 8 bit, 8bit, 16 bit, retro game, video game, arcade"),
  glow: list("neon, glow, glowing, neon sign, cyberpunk, synthwave, laser, hologram"),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Drawn when no word chooses a style; which one, the hash of the prompt says. */
export const DEFAULT_STYLES = [
  "poster",
  "watercolour",
  "painting",
  "papercut",
  "lowpoly",
  "comic",
] as const satisfies readonly StyleName[];

interface SettingEntry {
  words: readonly string[];
  /** far: behind the horizon; ground: below it; whole: fills the picture alone. */
  slot: "far" | "ground" | "whole";
  /** Candidates when no word chooses a palette. */
  palettes: readonly PaletteName[];
}

export const SETTINGS = {
  mountain: {
    words: list("mountain, alps, peak, summit, cliff, volcano, himalaya, canyon, fjord, matterhorn"),
    slot: "far",
    palettes: ["day", "dawn", "sunset", "mist", "winter", "vintage"],
  },
  forest: {
    words: list("forest, wood, woods, jungle, rainforest, pine, grove, taiga, bamboo"),
    slot: "far",
    palettes: ["emerald", "autumn", "spring", "mist", "dawn"],
  },
  city: {
    words: list(
      "city, skyline, town, street, skyscraper, building, metropolis, downtown, new york, tokyo, paris, london, urban, village, office",
    ),
    slot: "far",
    palettes: ["night", "sunset", "vintage", "day", "royal"],
  },
  hills: {
    words: list(
      "hill, field, meadow, grass, countryside, farm, valley, garden, park, prairie, landscape, nature, vineyard, rice, wheat, steppe, golf, road, path, picnic",
    ),
    slot: "ground",
    palettes: ["spring", "day", "dawn", "autumn", "vintage"],
  },
  sea: {
    words: list("sea, ocean, wave, water, harbor, harbour, bay, coast, surf, marina, seaside"),
    slot: "ground",
    palettes: ["day", "sunset", "dawn", "ocean", "tropical"],
  },
  lake: {
    words: list("lake, river, pond, stream, waterfall, canal, reflection, fjord, swamp"),
    slot: "ground",
    palettes: ["dawn", "mist", "day", "autumn", "emerald"],
  },
  beach: {
    words: list("beach, island, shore, lagoon, coastline, caribbean, hawaii, vacation, holiday"),
    slot: "ground",
    palettes: ["tropical", "sunset", "day", "dawn"],
  },
  desert: {
    words: list("desert, dune, sahara, sand, cactus, oasis, pyramid, egypt, mesa, western, mars"),
    slot: "ground",
    palettes: ["earth", "sunset", "dawn", "fire"],
  },
  snowfield: {
    words: list("snow, snowy, arctic, glacier, ice, iceberg, polar, ski, antarctica, tundra"),
    slot: "ground",
    palettes: ["winter", "dawn", "night"],
  },
  space: {
    words: list(
      "space, planet, galaxy, cosmos, universe, nebula, saturn, jupiter, orbit, asteroid, cosmic, solar system, milky way, interstellar",
    ),
    slot: "whole",
    palettes: ["cosmic", "royal", "neon", "ocean"],
  },
  underwater: {
    words: list("underwater, reef, coral reef, deep sea, aquarium, seabed, diving, diver, submarine"),
    slot: "whole",
    palettes: ["ocean", "tropical", "emerald"],
  },
  room: {
    words: list(
      "room, interior, kitchen, table, window, cafe, home, bedroom, sofa, desk, studio, library, still life, living room, wall, shelf, restaurant",
    ),
    slot: "whole",
    palettes: ["vintage", "pastel", "autumn", "earth", "dawn"],
  },
  backdrop: {
    words: list("backdrop, plain background, simple background, icon, logo, sticker, badge, product"),
    slot: "whole",
    palettes: ["pastel", "candy", "vintage", "tropical", "sunset", "royal"],
  },
  abstract: {
    words: list(
      "abstract, pattern, geometry, shape, gradient, texture, wallpaper, background, composition, spiral, swirl, cubism, kandinsky, mandala, music, idea, dream",
    ),
    slot: "whole",
    palettes: ["candy", "vintage", "sunset", "ocean", "royal", "tropical", "pastel", "gold"],
  },
} as const satisfies Readonly<Record<string, SettingEntry>>;

export const SKY = {
  sun: list("sun, sunset, sunrise, sunny, sunshine, golden hour, solar"),
  moon: list("moon, moonlit, moonlight, lunar, crescent, full moon, werewolf"),
  stars: list("star, starry, night, midnight, starlight, constellation, milky way"),
  clouds: list("cloud, cloudy, sky, overcast, heaven, wind, windy"),
  rain: list("rain, rainy, downpour, monsoon, drizzle, umbrella"),
  snowfall: list("snowfall, snowing, snowflake, blizzard, christmas"),
  rainbow: list("rainbow"),
  aurora: list("aurora, northern lights, aurora borealis"),
  lightning: list("lightning, thunder, thunderstorm, storm, stormy"),
  birds: list("bird, gull, seagull, swallow, flock, crow, raven"),
} as const satisfies Readonly<Record<string, readonly string[]>>;

interface FocusEntry {
  words: readonly string[];
  /** ground: stands below the horizon; water: floats on it; air: in the sky; close: fills the picture's height. */
  stands: "ground" | "water" | "air" | "close";
  /** Settings to choose from when the prompt names none. */
  homes: readonly SettingName[];
}

export const FOCUS = {
  portrait: {
    words: list("portrait, face, woman, man, girl, boy, lady, queen, king, princess, selfie, head"),
    stands: "close",
    homes: ["backdrop"],
  },
  person: {
    words: list(
      "person, people, child, kid, hiker, traveler, traveller, wanderer, astronaut, dancer, walker, knight, wizard, farmer, samurai, human, figure, friend, family, hero",
    ),
    stands: "ground",
    homes: ["hills", "city", "mountain", "beach"],
  },
  cat: { words: list("cat, kitten, kitty"), stands: "ground", homes: ["room", "backdrop", "hills"] },
  dog: {
    words: list("dog, puppy, wolf, hound, werewolf"),
    stands: "ground",
    homes: ["hills", "room", "backdrop"],
  },
  fox: { words: list("fox, raccoon"), stands: "ground", homes: ["forest", "hills", "snowfield"] },
  rabbit: { words: list("rabbit, bunny, hare"), stands: "ground", homes: ["hills", "forest", "backdrop"] },
  bear: { words: list("bear, panda, teddy"), stands: "ground", homes: ["forest", "mountain", "backdrop"] },
  fish: { words: list("fish, goldfish, shark, koi"), stands: "air", homes: ["underwater"] },
  whale: { words: list("whale, dolphin, orca"), stands: "water", homes: ["sea"] },
  butterfly: { words: list("butterfly, moth"), stands: "air", homes: ["hills", "backdrop"] },
  house: {
    words: list("house, cottage, cabin, hut, barn, chalet, church, temple, bakery, shop"),
    stands: "ground",
    homes: ["hills", "forest", "snowfield"],
  },
  castle: {
    words: list("castle, palace, fortress, tower, kingdom"),
    stands: "ground",
    homes: ["hills", "mountain"],
  },
  lighthouse: { words: list("lighthouse"), stands: "ground", homes: ["sea", "beach"] },
  windmill: { words: list("windmill, wind turbine, dutch"), stands: "ground", homes: ["hills"] },
  tree: {
    words: list(
      "tree, oak, maple, blossom, cherry blossom, cherry tree, bonsai, sakura, apple tree, willow, orchard",
    ),
    stands: "ground",
    homes: ["hills", "backdrop"],
  },
  palm: { words: list("palm, palm tree, coconut, oasis"), stands: "ground", homes: ["beach"] },
  flower: {
    words: list("flower, rose, tulip, sunflower, daisy, lotus, poppy, lily, bouquet, orchid"),
    stands: "ground",
    homes: ["backdrop", "hills", "room"],
  },
  boat: {
    words: list("boat, ship, sailboat, yacht, sail, sailing, ferry, pirate, canoe, fisherman"),
    stands: "water",
    homes: ["sea", "lake"],
  },
  car: {
    words: list("car, automobile, taxi, truck, bus, van, vehicle, jeep"),
    stands: "ground",
    homes: ["city", "hills", "desert"],
  },
  rocket: {
    words: list("rocket, spaceship, spacecraft, shuttle, starship"),
    stands: "air",
    homes: ["space"],
  },
  balloon: {
    words: list("balloon, hot air balloon, airship, zeppelin"),
    stands: "air",
    homes: ["hills", "mountain"],
  },
  robot: {
    words: list("robot, android, cyborg, machine, droid"),
    stands: "ground",
    homes: ["city", "backdrop"],
  },
  cup: {
    words: list("coffee, cup, tea, mug, espresso, latte, cappuccino, cocoa"),
    stands: "ground",
    homes: ["room", "backdrop"],
  },
  fruit: {
    words: list("fruit, apple, cherry, pear, berry, strawberry, food"),
    stands: "ground",
    homes: ["room", "backdrop"],
  },
  heart: { words: list("heart, love, valentine"), stands: "air", homes: ["backdrop", "abstract"] },
} as const satisfies Readonly<Record<string, FocusEntry>>;

export const COMPOSITIONS = {
  close: list("close up, closeup, macro, detail, big, large, huge, giant, zoom"),
  wide: list("wide, panorama, panoramic, distant, far away, aerial, epic, vast, small, tiny, lonely"),
  left: list("on the left, left side, left"),
  right: list("on the right, right side, right"),
  centre: list("centered, centred, symmetrical, symmetric, symmetry, central, in the middle"),
  high: list("high horizon, bird s eye, from above, top view"),
  low: list("low horizon, big sky, from below, low angle"),
  minimal: list("minimal, minimalist, simple, empty, clean, minimalism"),
  dense: list("detailed, busy, intricate, crowded, dense, complex, ornate, rich"),
  framed: list("framed, frame, border, postcard, vignette, polaroid"),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** How many of the thing that follows; more than five are drawn as five. */
export const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  pair: 2,
  three: 3,
  four: 4,
  five: 5,
  several: 3,
  many: 5,
  some: 3,
  "2": 2,
  "3": 3,
  "4": 4,
  "5": 5,
};

/** The phrase that follows one of these is left out of the picture. */
export const NEGATIONS: readonly string[] = ["no", "without", "not", "minus", "never"];
