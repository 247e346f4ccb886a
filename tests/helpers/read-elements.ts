import type { Locator } from "playwright-core";

/** Returns a property of each element in their order. The property may be nested (`style.transform`). */
export const readAll = (elements: Locator, property: string): Promise<unknown[]> =>
  elements.evaluateAll(
    (all, names) =>
      all.map((element) =>
        names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], element),
      ),
    property.split("."),
  );

/** Returns a numeric property of one element. */
export const readNumber = async (element: Locator, property: string): Promise<number> =>
  Number((await readAll(element, property))[0]);
