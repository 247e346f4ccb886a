import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { identityAdminDeleteOauthGrant, identityAdminUpdateAccount } from "../../sdk/generated/operations.js";
import type { AdminAccount, IdentityAdminUpdateAccountParams } from "../../sdk/generated/types.js";
import { planName } from "../account/credits/plan-name.js";
import { call } from "../kiln.js";
import { Dialog } from "../parts/dialog.js";
import { Failed, Skeletons } from "../parts/states.js";
import { Sure } from "../parts/sure.js";
import { day, wholeNumber } from "../words.js";
import { GrantCredits } from "./grant-credits.js";
import { grantsOf } from "./queries.js";

type Change = Omit<IdentityAdminUpdateAccountParams, "id">;

/**
 * Shows one account: its state, its permissions, its credits and its agents. Every switch can be switched
 * back.
 */
export function AccountDialog({ account, onClose }: { account: AdminAccount; onClose: () => void }) {
  const client = useQueryClient();
  const { id, email, name, createdAt, tier, remainingCredits, purchasedCredits } = account;
  const update = useMutation({
    mutationFn: (change: Change) => call(identityAdminUpdateAccount, { id, ...change }),
    onSettled: () => client.invalidateQueries({ queryKey: ["operate", "accounts"] }),
  });
  // The change is shown at once, before the service has answered.
  const [changing, setChanging] = useState<Change | null>(null);
  const set = (change: Change) => {
    setChanging(change);
    update.mutate(change, { onSettled: () => setChanging(null) });
  };
  const { suspended, emailVerified, operator } = { ...account, ...changing };
  const { generation, transcription } = { ...account.features, ...changing?.features };
  const check = (label: string, isOn: boolean, change: Change) => (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={() => set(change)} /> {label}
    </label>
  );
  return (
    <Dialog title={name ?? email} onClose={onClose}>
      <div className="asked">
        <dl className="facts number">
          <div>
            <dt>E-mail address</dt>
            <dd>{email}</dd>
          </div>
          <div>
            <dt>Since</dt>
            <dd>{day(createdAt)}</dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>{planName(tier)}</dd>
          </div>
          <div>
            <dt>Credits left</dt>
            <dd>
              {wholeNumber(remainingCredits)}, {wholeNumber(purchasedCredits)} without an end
            </dd>
          </div>
        </dl>
        <fieldset className="checks">
          <legend>State</legend>
          {check("Suspended: it reads and changes nothing", suspended, { suspended: !suspended })}
          {check("E-mail address confirmed", emailVerified, { emailVerified: !emailVerified })}
          {check("Operator of this deployment", operator, { operator: !operator })}
        </fieldset>
        <fieldset className="checks">
          <legend>May use</legend>
          {check("Generation", generation, { features: { generation: !generation } })}
          {check("Transcription", transcription, { features: { transcription: !transcription } })}
        </fieldset>
        {update.error !== null && <Failed error={update.error} />}
        <GrantCredits id={id} />
        <AgentsOf id={id} />
      </div>
    </Dialog>
  );
}

function AgentsOf({ id }: { id: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(grantsOf(id));
  const end = useMutation({
    mutationFn: (grantId: string) => call(identityAdminDeleteOauthGrant, { id, grantId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["operate", "grants", id] }),
  });
  return (
    <section aria-labelledby="agents-of">
      <h3 id="agents-of">Connected agents</h3>
      {error !== null && <Failed error={error} again={refetch} />}
      {end.error !== null && <Failed error={end.error} />}
      {data === undefined && error === null && <Skeletons count={1} className="line" />}
      {data?.grants.length === 0 && <p className="soft">None.</p>}
      <ul className="rows">
        {data?.grants.map(({ id: grantId, clientName }) => (
          <li key={grantId}>
            <span>{clientName ?? "An app without a name"}</span>
            <Sure
              label="Disconnect"
              name={clientName ?? "the app"}
              act="Disconnect it"
              isPending={end.isPending}
              run={() => end.mutate(grantId)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
