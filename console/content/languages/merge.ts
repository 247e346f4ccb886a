import type { ContentSettings as Settings } from "../../../sdk/generated/types.js";

type Locale = Settings["locales"][number];

/** The changed settings, as a save sends them. */
export type Changed = Partial<Pick<Settings, "defaultLocale" | "locales">> & {
  translation?: Partial<Settings["translation"]>;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const at = (locales: readonly Locale[], code: string) => locales.find((one) => one.code === code);

/** Returns the settings of `mine` that differ from `base`. */
export function changedIn(base: Settings, mine: Settings): Changed {
  const { defaultLocale, locales } = mine;
  const translation = Object.fromEntries(
    Object.entries(mine.translation).filter(
      ([name, value]) => value !== base.translation[name as keyof Settings["translation"]],
    ),
  );
  return {
    ...(defaultLocale !== base.defaultLocale && { defaultLocale }),
    ...(!isSame(locales, base.locales) && { locales }),
    ...(Object.keys(translation).length > 0 && { translation }),
  };
}

/**
 * Returns in sentences what somebody else has changed since `base` that a save of `mine` would overwrite; an
 * empty list if the save overwrites nothing of theirs.
 */
export function overwrittenBy(base: Settings, mine: Settings, theirs: Settings): string[] {
  const sent = changedIn(base, mine);
  const said: string[] = [];
  if (sent.locales !== undefined && !isSame(theirs.locales, mine.locales)) {
    for (const locale of theirs.locales) {
      const before = at(base.locales, locale.code);
      if (before === undefined) said.push(`${locale.title} was added.`);
      else if (!isSame(before, locale)) said.push(`${locale.title} was changed.`);
    }
    for (const { code, title } of base.locales)
      if (at(theirs.locales, code) === undefined) said.push(`${title} was removed.`);
  }
  const { defaultLocale, translation } = theirs;
  if (sent.defaultLocale !== undefined && ![base.defaultLocale, mine.defaultLocale].includes(defaultLocale))
    said.push(`${at(theirs.locales, defaultLocale)?.title ?? defaultLocale} was made the default.`);
  if (
    sent.translation?.brief !== undefined &&
    ![base.translation.brief, mine.translation.brief].includes(translation.brief)
  )
    said.push(
      translation.brief === ""
        ? "The tone of voice was removed."
        : `The tone of voice says now: "${translation.brief}".`,
    );
  return said;
}

/** Returns `theirs` with what `mine` changes in `base`. Where both changed the same, `mine` holds. */
export function rebased(base: Settings, mine: Settings, theirs: Settings): Settings {
  const changed = changedIn(base, mine);
  const defaultLocale = changed.defaultLocale ?? theirs.defaultLocale;
  const codes = [...new Set([...theirs.locales, ...mine.locales].map(({ code }) => code))];
  const locales = codes.flatMap((code) => {
    const [before, own, other] = [base, mine, theirs].map((one) => at(one.locales, code));
    const taken = isSame(own, before) ? other : own;
    const needed = code === defaultLocale ? (own ?? other) : undefined;
    return taken ?? needed ?? [];
  });
  return {
    ...theirs,
    defaultLocale,
    // A language that is gone is nobody's fallback any more.
    locales: locales.map((one) =>
      one.fallback !== null && at(locales, one.fallback) === undefined ? { ...one, fallback: null } : one,
    ),
    translation: { ...theirs.translation, ...changed.translation },
  };
}
