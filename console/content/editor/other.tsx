/** What the schema does not expect is never overwritten unasked. */
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

/** The beginning of a value that its field cannot show. */
export const sayingWhat = (value: unknown): string =>
  `Holds something else, which the field cannot show: ${JSON.stringify(value).slice(0, 160)}`;
