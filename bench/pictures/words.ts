/** Pictures that the local provider paints: their prompts, and the titles of articles about them. */
export const SCENES = [
  ["A calm sea at sunset below mountains, paper-cut", "The sea before the storm", "Das Meer vor dem Sturm"],
  ["A red fox in a snowy forest, low poly", "Winter with the foxes", "Winter mit den Füchsen"],
  ["A city at night in the rain, comic", "Rain over the old town", "Regen über der Altstadt"],
  ["Pyramids in the desert at sunset, watercolour", "Three days in the desert", "Drei Tage in der Wüste"],
  ["A lighthouse by the sea, oil painting", "The last keeper", "Der letzte Wärter"],
  ["Three hot air balloons over hills at dawn, poster", "Up before the sun", "Vor der Sonne oben"],
  ["A harbour at dawn with sailing boats, flat", "Harbours of the north", "Häfen des Nordens"],
  [
    "A meadow with flowers below a blue sky, watercolour",
    "A field guide to May",
    "Ein Feldführer für den Mai",
  ],
  ["A forest in autumn at noon, oil painting", "What the trees keep", "Was die Bäume bewahren"],
  ["Mountains under a starry night, low poly", "The long night", "Die lange Nacht"],
  ["A house by a lake in winter, paper-cut", "A house for the cold", "Ein Haus für die Kälte"],
  ["A desert with cactus at dusk, poster", "Where nothing rusts", "Wo nichts rostet"],
] as const;

/** Prefixes of titles, so that sixty articles differ. */
const SERIES = ["", "Letters: ", "Notebook: ", "On the road: ", "In pictures: "] as const;
const REIHEN = ["", "Briefe: ", "Notizbuch: ", "Unterwegs: ", "In Bildern: "] as const;

export const DOCUMENTS = SCENES.length * SERIES.length;

export function titleAt(at: number): { en: string; de: string } {
  const [, en, de] = SCENES[at % SCENES.length] ?? SCENES[0];
  const series = Math.floor(at / SCENES.length) % SERIES.length;
  return { en: `${SERIES[series]}${en}`, de: `${REIHEN[series]}${de}` };
}

export const TEASER = {
  en: "Five harbours, their lights, and the people who keep them burning through the winter.",
  de: "Fünf Häfen, ihre Lichter und die Menschen, die sie durch den Winter brennen lassen.",
};

const paragraph = (text: string, style = "normal") => ({
  _type: "block",
  style,
  children: [{ _type: "span", text, marks: [] }],
  markDefs: [],
});

/** Text with a heading and two paragraphs. */
export const BODY = {
  en: [
    paragraph("The first light", "h2"),
    paragraph(
      "It is lit an hour before dusk. Nobody has asked for that in forty years, and nobody has asked to stop.",
    ),
    paragraph(
      "From the quay one sees all five of them: two white, two green, and the red one that is always late.",
    ),
  ],
  de: [
    paragraph("Das erste Licht", "h2"),
    paragraph("Es brennt eine Stunde vor der Dämmerung. Seit vierzig Jahren hat niemand darum gebeten."),
  ],
};
