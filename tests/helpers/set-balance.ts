import type { Person } from "./client.js";

/** Sets the remaining credits of a person by an operator's grant. */
export async function setBalance(operator: Person, person: Person, credits: number): Promise<void> {
  const { body } = await person.api.get("/v1/account");
  const answer = await operator.session.post(`/v1/admin/accounts/${person.id}/credits`, {
    deltaCredits: credits - body.remainingCredits,
  });
  if (answer.status !== 200) throw new Error(`grant: ${JSON.stringify(answer.body)}`);
}
