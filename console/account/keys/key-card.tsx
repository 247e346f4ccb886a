import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { identityDeleteApiKey, identityUpdateApiKey } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Ago } from "../../parts/ago.js";
import { Failed } from "../../parts/states.js";
import { Sure } from "../../parts/sure.js";
import { useSay } from "../../shell/toasts.js";
import { EditLimits } from "../limits/edit-limits.js";
import { wordsOf } from "../limits/limits.js";
import { usePlace } from "../limits/use-place.js";
import type { ApiKey } from "../queries.js";
import { sentencesOf } from "./scope-words.js";

/** Shows one API key. The service does not store the secret, so the card cannot show it. */
export function KeyCard({ apiKey: { id, name, scopes, budget, createdAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const say = useSay();
  const place = usePlace();
  const [isLimiting, setLimiting] = useState(false);
  const again = () => client.invalidateQueries({ queryKey: ["api-keys"] });
  const revoke = useMutation({
    mutationFn: () => call(identityDeleteApiKey, { id }),
    onSuccess: () => {
      say(`${name} is revoked: whoever has it can do nothing from now on.`);
      void again();
    },
  });
  return (
    <section className="card account-card" aria-label={name}>
      <header>
        <span className="row-text">
          <strong>{name}</strong>
          <span className="soft small">
            Made <Ago time={createdAt} />.{" "}
            {lastUsedAt === null ? (
              "Never used."
            ) : (
              <>
                Used <Ago time={lastUsedAt} />.
              </>
            )}
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
            label="Revoke"
            name={name}
            act="Revoke it"
            isPending={revoke.isPending}
            run={() => revoke.mutate()}
          />
        </span>
      </header>
      {revoke.error !== null && <Failed error={revoke.error} />}
      <ul className="can small">
        {sentencesOf(scopes).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="soft small number">{wordsOf(budget, place)}</p>
      {isLimiting && (
        <EditLimits
          name={name}
          budget={budget}
          with={["place"]}
          onClose={() => setLimiting(false)}
          save={async (limits) => {
            const { dailyCredits = null, totalCredits = null, projectId = null } = limits ?? {};
            const asked = limits === null ? null : { dailyCredits, totalCredits, projectId };
            await call(identityUpdateApiKey, { id, budget: asked });
            await again();
          }}
        />
      )}
    </section>
  );
}
