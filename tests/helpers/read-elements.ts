import type { Locator } from "playwright-core";

/** A property of each element, which may lie deeper (`style.transform`), in their order. */
export const readAll = (elements: Locator, property: string): Promise<unknown[]> =>
  elements.evaluateAll(
    (all, names) =>
      all.map((element) =>
        names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], element),
      ),
    property.split("."),
  );

/** The same of one, which is a number. */
export const readNumber = async (element: Locator, property: string): Promise<number> =>
  Number((await readAll(element, property))[0]);
