/**
 * Shows a value that does not fit the schema, with a button that replaces it; nothing else overwrites the
 * value.
 */
export function Other({ says, act, mend }: { says: string; act: string; mend: () => void }) {
  return (
    <p className="soft small">
      {says}{" "}
      <button type="button" className="button small" onClick={mend}>
        {act}
      </button>
    </p>
  );
}

/** Returns a sentence with the beginning of a value that its field cannot show. */
export const sayingWhat = (value: unknown): string =>
  `Holds something else, which the field cannot show: ${JSON.stringify(value).slice(0, 160)}`;
