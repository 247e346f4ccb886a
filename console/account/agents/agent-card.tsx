import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { identityDeleteOauthGrant, identityUpdateOauthGrant } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Meter } from "../../parts/meter.js";
import { Failed } from "../../parts/states.js";
import { Sure } from "../../parts/sure.js";
import { useSay } from "../../shell/toasts.js";
import { ago, day } from "../../words.js";
import { sentencesOf } from "../keys/scope-words.js";
import { EditLimits } from "../limits/edit-limits.js";
import { wordsOf } from "../limits/limits.js";
import { usePlace } from "../limits/use-place.js";
import type { Grant } from "../queries.js";

/**
 * Shows one agent. An app chooses its own name, so the card also shows the hosts of its redirect addresses.
 */
export function AgentCard({ grant }: { grant: Grant }) {
  const { id, clientName, redirectUris, scopes, budget, createdAt, lastTokenAt } = grant;
  const client = useQueryClient();
  const say = useSay();
  const place = usePlace();
  const [isLimiting, setLimiting] = useState(false);
  const name = clientName ?? "An app without a name";
  const again = () => client.invalidateQueries({ queryKey: ["grants"] });
  const end = useMutation({
    mutationFn: () => call(identityDeleteOauthGrant, { id }),
    onSuccess: () => {
      say(`${name} is disconnected: its access ended at once.`);
      void again();
    },
  });
  return (
    <section className="card account-card" aria-label={name}>
      <header>
        <span className="row-text">
          <strong>{name}</strong>
          <span className="soft small">
            Connected on {day(createdAt)} through {hostsOf(redirectUris)}.{" "}
            {lastTokenAt === null ? "Not in use now." : `Active ${ago(lastTokenAt)}.`}
          </span>
        </span>
        <span className="acts-row">
          <button
            type="button"
            className="button small"
            aria-label={`Limits of ${name}`}
            onClick={() => setLimiting(true)}
          >
            Limits
          </button>
          <Sure
            label="Disconnect"
            name={name}
            act="Disconnect it"
            isPending={end.isPending}
            run={() => end.mutate()}
          />
        </span>
      </header>
      {end.error !== null && <Failed error={end.error} />}
      {budget !== null && budget.dailyCredits !== null && (
        <Meter label="Used today" used={budget.usedToday} of={budget.dailyCredits} />
      )}
      {budget !== null && budget.totalCredits !== null && (
        <Meter label="Used in all" used={budget.usedInAll} of={budget.totalCredits} />
      )}
      <p className="soft small number">{wordsOf(budget, place)}</p>
      <details className="small">
        <summary>What it may do</summary>
        <ul className="can">
          {sentencesOf(scopes).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      {isLimiting && (
        <EditLimits
          name={name}
          budget={budget}
          with={["asking", "place"]}
          onClose={() => setLimiting(false)}
          save={async (limits) => {
            await call(identityUpdateOauthGrant, { id, budget: limits });
            await again();
          }}
        />
      )}
    </section>
  );
}

const hostsOf = (uris: readonly string[]): string =>
  [...new Set(uris.map((uri) => (URL.canParse(uri) ? new URL(uri).host || uri : uri)))].join(", ") ||
  "an unknown address";
