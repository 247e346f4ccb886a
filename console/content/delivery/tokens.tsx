import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import {
  deliveryCreateToken,
  deliveryDeleteToken,
  deliveryListTokens,
} from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";
import { OwnerOnly } from "../owner-only.js";
import { Secret } from "../../parts/secret.js";

const MODES = {
  published: ["Published", "Reads what is published. May stand in a web page."],
  preview: ["Preview", "Also reads drafts. Belongs on a server, never in a page."],
} as const;

interface Given {
  project: { id: string; name: string; isOwner: boolean };
  /** Puts a new token into the explorer. */
  use: (secret: string) => void;
}

/** Lists the delivery tokens, makes one, shows its secret once, and revokes one at once. */
export function Tokens({ project: { id: projectId, name, isOwner }, use }: Given) {
  const client = useQueryClient();
  const say = useSay();
  const key = ["delivery-tokens", projectId];
  const list = useQuery({
    queryKey: key,
    enabled: isOwner,
    queryFn: ({ signal }) => call(deliveryListTokens, { projectId }, { signal }),
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call(deliveryDeleteToken, { id }),
    onSuccess: () => {
      say("The token is revoked: whoever has it reads nothing from now on.");
      void client.invalidateQueries({ queryKey: key });
    },
  });
  const [leaving, setLeaving] = useState<string | null>(null);
  if (!isOwner) return <OwnerOnly what="Tokens" name={name} />;
  return (
    <section className="card delivery-tokens" aria-label="Tokens">
      <h2>Tokens</h2>
      {list.error !== null && <Failed error={list.error} again={list.refetch} />}
      {revoke.error !== null && <Failed error={revoke.error} />}
      {list.data === undefined && list.error === null && <Skeletons count={2} className="line" />}
      {list.data?.tokens.length === 0 && <p className="soft">No token yet: readers need one.</p>}
      <ul className="rows" aria-label="Tokens">
        {list.data?.tokens.map(({ id, name: called, mode, lastUsedAt }) => (
          <li key={id}>
            <span className="row-text">
              <strong>{called}</strong>
              <span className="soft small">
                {lastUsedAt === null ? "Never used" : `Used ${ago(lastUsedAt)}`}
              </span>
            </span>
            <span className="acts-row">
              <span className={`badge ${mode === "preview" ? "accent" : "good"}`}>
                {mode === "preview" ? "Also reads drafts" : "Reads published"}
              </span>
              {leaving === id ? (
                <>
                  <button type="button" className="button small danger" onClick={() => revoke.mutate(id)}>
                    Revoke it
                  </button>
                  <button type="button" className="button small" onClick={() => setLeaving(null)}>
                    Keep it
                  </button>
                </>
              ) : (
                <button
                  type="button"
                  className="button plain icon"
                  aria-label={`Revoke ${called}`}
                  onClick={() => setLeaving(id)}
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <NewToken projectId={projectId} queryKey={key} use={use} />
    </section>
  );
}

function NewToken({
  projectId,
  queryKey,
  use,
}: {
  projectId: string;
  queryKey: readonly string[];
  use: (secret: string) => void;
}) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [mode, setMode] = useState<keyof typeof MODES>("published");
  useUnsaved(name !== "");
  const make = useMutation({
    mutationFn: () => call(deliveryCreateToken, { projectId, name, mode }),
    onSuccess: ({ secret }) => {
      setName("");
      use(secret);
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <form
      className="asked"
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <div className="field">
        <label htmlFor="token-name">New token</label>
        <input
          id="token-name"
          className="input"
          placeholder="Website"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <fieldset className="field">
        <legend>It reads</legend>
        <div className="choices">
          {(["published", "preview"] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                className="unseen"
                name="token-mode"
                checked={mode === one}
                onChange={() => setMode(one)}
              />{" "}
              {MODES[one][0]}
            </label>
          ))}
        </div>
        <span className="hint">{MODES[mode][1]}</span>
      </fieldset>
      {make.error !== null && <Failed error={make.error} />}
      <p>
        <button type="submit" className="button" aria-disabled={make.isPending}>
          <Plus aria-hidden size={18} /> Make a token
        </button>
      </p>
      {make.data !== undefined && (
        <Secret
          title={`The token ${make.data.token.name}`}
          says="Readers send it as a bearer token. The explorer uses it until you leave this page."
          secret={make.data.secret}
          onClose={() => make.reset()}
        />
      )}
    </form>
  );
}
