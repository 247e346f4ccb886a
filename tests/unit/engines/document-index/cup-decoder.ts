import type { DocumentRow, IndexedRow, IndexPlan } from "../../../../engines/document-index/index.js";

/** Reads `300;celadon;Seladon`. An empty glaze is absent. */
export function decode({ decoding: separator }: IndexPlan<string>, row: DocumentRow): IndexedRow {
  const [weight, ...glazes] = row.payload.split(separator);
  return {
    id: row.id,
    version: row.version,
    values: [Number(weight), glazes.map((glaze) => glaze || null)],
  };
}
