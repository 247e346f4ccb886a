import { ProviderCircuit } from "../../entities/provider-circuit.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the circuit of a provider, or null while the provider has never failed. */
export const findCircuit = (reader: Reader, provider: string): Promise<ProviderCircuit | null> =>
  reader.findOne(ProviderCircuit, { id: provider });

/** Returns every circuit that has ever counted a failure. */
export const findCircuits = (longRead: Reader): Promise<ProviderCircuit[]> =>
  longRead.find(ProviderCircuit, {});

/**
 * Locks the row of a provider's circuit until the transaction ends. First failures may come in pairs, so the
 * row is inserted before any of them counts.
 */
export async function lockCircuit(tx: Tx, provider: string): Promise<ProviderCircuit> {
  await tx.run(
    `INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES (?, 0, 0, 0)
      ${tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id"}`,
    [provider],
  );
  const known = await tx.findOneForUpdate(ProviderCircuit, { id: provider });
  if (known === null) throw new Error(`The circuit of ${provider} vanished.`);
  return known;
}

export async function changeCircuit(
  tx: Tx,
  { id, ...change }: Pick<ProviderCircuit, "id"> & Partial<ProviderCircuit>,
): Promise<void> {
  await tx.update(ProviderCircuit, { id }, change);
}

/** Closes a circuit that has counted failures, together with the transaction's next statement. */
export const closeCircuit = (tx: Tx, provider: string): Promise<void> =>
  tx.withNext([
    {
      sql: "UPDATE provider_circuits SET failures = 0, openUntil = 0 WHERE id = ? AND failures > 0",
      parameters: [provider],
    },
  ]);

/**
 * Notes a trial of a half-open circuit; returns whether there was no other trial since the given time. Times later than `ahead` were
 * written by a clock that was wrong, and hold nobody up.
 */
export const markTrial = async (
  tx: Tx,
  { provider, at, since, ahead }: { provider: string; at: number; since: number; ahead: number },
): Promise<boolean> =>
  (await tx.run(
    `UPDATE provider_circuits SET trialAt = ?
      WHERE id = ? AND (openUntil <= ? OR openUntil > ?) AND (trialAt <= ? OR trialAt > ?)`,
    [at, provider, at, ahead, since, ahead],
  )) === 1;
