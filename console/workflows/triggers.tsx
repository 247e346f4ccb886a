import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { workflowsDeleteTrigger, workflowsUpdateTrigger } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { dayAndTime, wholeNumber } from "../words.js";
import type { Types } from "./graph.js";
import { type Graph, type Trigger, triggers } from "./queries.js";
import { timeName } from "./times.js";
import { TriggerForm } from "./trigger-form.js";
import { TriggerLog } from "./trigger-log.js";

interface Given {
  workflowId: string;
  graph: Graph;
  types: Types;
  /** Shows a run on the canvas. */
  choose: (runId: string) => void;
}

/** Shows the triggers of a workflow, which start runs automatically. */
export function Triggers({ workflowId, graph, types, choose }: Given) {
  const { data, error, refetch } = useQuery(triggers(workflowId));
  const [isMaking, setMaking] = useState(false);
  if (isMaking)
    return (
      <TriggerForm workflowId={workflowId} graph={graph} types={types} onClose={() => setMaking(false)} />
    );
  if (data === undefined)
    return error === null ? (
      <Skeletons count={3} className="line" />
    ) : (
      <Failed error={error} again={refetch} />
    );
  const begin = (
    <button type="button" className="button" onClick={() => setMaking(true)}>
      <Plus aria-hidden size={18} /> New trigger
    </button>
  );
  return (
    <>
      {error !== null && <Failed error={error} again={refetch} />}
      {data.triggers.length === 0 && (
        <Empty icon={CalendarClock} title="Nothing starts it by itself">
          <p>
            A trigger starts it on a schedule, when a document is published, or when an address is called.
          </p>
          {begin}
        </Empty>
      )}
      <ul className="triggers" aria-label="Triggers">
        {data.triggers.map((trigger) => (
          <One key={trigger.id} trigger={trigger} choose={choose} />
        ))}
      </ul>
      {data.triggers.length > 0 && begin}
    </>
  );
}

function One({ trigger, choose }: { trigger: Trigger; choose: (runId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const named = { id: trigger.workflowId, triggerId: trigger.id };
  const done = () => client.invalidateQueries({ queryKey: ["triggers", trigger.workflowId] });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => call(workflowsUpdateTrigger, { ...named, enabled }),
    onSettled: done,
  });
  const remove = useMutation({ mutationFn: () => call(workflowsDeleteTrigger, named), onSettled: done });
  const error = enable.error ?? remove.error;
  return (
    <li>
      <strong>{nameOf(trigger)}</strong>
      <span className="soft small">
        {wholeNumber(trigger.spentToday)} of {wholeNumber(trigger.dailyCredits)} credits spent today
      </span>
      {trigger.nextAt !== null && <span className="soft small">Next: {dayAndTime(trigger.nextAt)}</span>}
      {trigger.url !== undefined && (
        <input
          className="input"
          readOnly
          aria-label="Address to call; keep it secret"
          value={trigger.url}
          onFocus={({ target }) => target.select()}
        />
      )}
      <span className="trigger-acts">
        <label className="check">
          <input
            type="checkbox"
            checked={trigger.enabled}
            disabled={enable.isPending}
            onChange={({ target }) => enable.mutate(target.checked)}
          />{" "}
          On
        </label>
        <button
          type="button"
          className="button plain small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide the log" : "Show the log"}
        </button>
        <button
          type="button"
          className="button plain small"
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && remove.mutate()}
        >
          Delete
        </button>
      </span>
      {error !== null && <Failed error={error} />}
      {isOpen && <TriggerLog trigger={trigger} choose={choose} />}
    </li>
  );
}

function nameOf({ kind, schedule, event }: Trigger): string {
  if (kind === "schedule") return timeName(schedule?.cron ?? "", schedule?.timeZone ?? "");
  return kind === "event"
    ? `When a document of ${event?.type ?? ""} is published`
    : "When its address is called";
}
