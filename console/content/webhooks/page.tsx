import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as Sign } from "lucide-react";
import { webhooksList } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { OwnerOnly } from "../owner-only.js";
import { useContentProject } from "../use-content-project.js";
import { NewWebhook } from "./new-webhook.js";
import { WebhookCard } from "./webhook-card.js";
import "./webhooks.css";

/** Shows the webhooks of the project. */
export function Webhooks() {
  const project = useContentProject();
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({
    queryKey: ["webhooks", project?.id],
    enabled: project?.isOwner === true,
    queryFn: ({ signal }) => call(webhooksList, { projectId: project?.id ?? "", limit: 100 }, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Frame
      title="Webhooks"
      act={
        project?.isOwner === true && (
          <button data-new type="button" className="button main" onClick={() => setMaking(true)}>
            <Plus aria-hidden size={18} /> New webhook
          </button>
        )
      }
    >
      {project?.isOwner === false && <OwnerOnly what="Webhooks" name={project.name} />}
      {list.error !== null && <Failed error={list.error} again={list.refetch} />}
      {project?.isOwner !== false && list.data === undefined && list.error === null && (
        <div aria-busy>
          <Skeletons count={3} className="row" />
        </div>
      )}
      {list.data?.webhooks.length === 0 && (
        <div className="card">
          <Empty icon={Sign} title="No webhook yet">
            <p>
              A webhook tells a site at once that something was published, so that it builds its pages anew.
            </p>
          </Empty>
        </div>
      )}
      <ul className="webhooks" aria-label="Webhooks">
        {list.data?.webhooks.map((webhook) => (
          <li key={webhook.id}>
            <WebhookCard webhook={webhook} />
          </li>
        ))}
      </ul>
      {isMaking && project !== null && <NewWebhook projectId={project.id} onClose={() => setMaking(false)} />}
    </Frame>
  );
}
