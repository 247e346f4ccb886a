import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { apiKeys } from "../queries.js";
import { KeyCard } from "./key-card.js";
import { NewKey } from "./new-key.js";

/** Shows the API keys: the scopes, the spending and the revocation of each. */
export function Keys() {
  const { data, error, refetch } = useQuery(apiKeys);
  const [isMaking, setMaking] = useState(false);
  return (
    <Frame
      title="API keys"
      act={
        <button data-new type="button" className="button main" onClick={() => setMaking(true)}>
          <Plus aria-hidden size={18} /> New key
        </button>
      }
    >
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={3} className="account-card" />
        </div>
      )}
      {data?.apiKeys.length === 0 && (
        <div className="card">
          <Empty icon={KeyRound} title="No key yet">
            <p>A program calls the API with a key. It can do only what you choose for it.</p>
            <a href="/docs" className="button">
              Read the API reference
            </a>
          </Empty>
        </div>
      )}
      <ul className="account-cards" aria-label="API keys">
        {data?.apiKeys.map((key) => (
          <li key={key.id}>
            <KeyCard apiKey={key} />
          </li>
        ))}
      </ul>
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </Frame>
  );
}
