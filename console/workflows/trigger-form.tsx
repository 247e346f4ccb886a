import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { workflowsCreateTrigger } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Failed } from "../parts/states.js";
import { useUnsaved } from "../parts/use-unsaved.js";
import { type Types, typeOf } from "./graph.js";
import type { Graph } from "./queries.js";
import { TIMES } from "./times.js";

const KINDS = [
  ["schedule", "On a schedule"],
  ["event", "On publish"],
  ["inbound", "By a call"],
] as const;

interface Schedule {
  cron: string;
  timeZone: string;
}
interface Given {
  workflowId: string;
  graph: Graph;
  types: Types;
  onClose: () => void;
}

/** Makes a trigger with a daily budget. */
export function TriggerForm({ workflowId, graph, types, onClose }: Given) {
  const client = useQueryClient();
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>("schedule");
  const [schedule, setSchedule] = useState<Schedule>({
    cron: TIMES[0][0],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const [event, setEvent] = useState({ type: "", documentInput: "" });
  const [dailyCredits, setDaily] = useState(100);
  const entered = JSON.stringify([kind, schedule, event, dailyCredits]);
  const [begun] = useState(entered);
  useUnsaved(entered !== begun);
  const takers = graph.nodes.filter((node) => typeOf(types, node)?.takes?.value === "text");
  const make = useMutation({
    mutationFn: () =>
      call(workflowsCreateTrigger, {
        id: workflowId,
        dailyCredits,
        ...(kind === "schedule" && { schedule }),
        ...(kind === "event" && {
          event: {
            type: event.type,
            ...(event.documentInput !== "" && { documentInput: event.documentInput }),
          },
        }),
        ...(kind === "inbound" && { inbound: {} }),
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["triggers", workflowId] });
      onClose();
    },
  });
  return (
    <form
      className="run-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      <fieldset className="field">
        <legend>Starts</legend>
        <div className="choices">
          {KINDS.map(([id, title]) => (
            <label key={id}>
              <input
                type="radio"
                className="unseen"
                name="kind"
                checked={kind === id}
                onChange={() => setKind(id)}
              />{" "}
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      {kind === "schedule" && <TimeFields schedule={schedule} set={setSchedule} />}
      {kind === "event" && <EventFields event={event} set={setEvent} takers={takers} />}
      <DailyField value={dailyCredits} set={setDaily} />
      {make.error !== null && <Failed error={make.error} />}
      <div className="node-acts">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main" aria-disabled={make.isPending}>
          Create
        </button>
      </div>
    </form>
  );
}

interface EventGiven {
  event: { type: string; documentInput: string };
  set: (event: EventGiven["event"]) => void;
  takers: readonly { id: string }[];
}

function EventFields({ event, set, takers }: EventGiven) {
  return (
    <>
      <Text
        id="type"
        label="Content type"
        hint="Its name, such as article"
        value={event.type}
        set={(type) => set({ ...event, type })}
      />
      <div className="field">
        <label htmlFor="trigger-input">Node that is given the document</label>
        <select
          id="trigger-input"
          className="input"
          value={event.documentInput}
          onChange={({ target }) => set({ ...event, documentInput: target.value })}
        >
          <option value="">None</option>
          {takers.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </div>
    </>
  );
}

function DailyField({ value, set }: { value: number; set: (value: number) => void }) {
  return (
    <div className="field">
      <label htmlFor="trigger-daily">May spend on a day, in credits</label>
      <input
        id="trigger-daily"
        className="input"
        type="number"
        required
        min={0}
        max={1_000_000}
        value={Number.isNaN(value) ? "" : value}
        onChange={({ target }) => set(target.valueAsNumber)}
      />
    </div>
  );
}

function TimeFields({ schedule, set }: { schedule: Schedule; set: (schedule: Schedule) => void }) {
  const { cron, timeZone } = schedule;
  return (
    <>
      <div className="field">
        <label htmlFor="trigger-time">When</label>
        <select
          id="trigger-time"
          className="input"
          value={TIMES.some(([time]) => time === cron) ? cron : ""}
          onChange={({ target }) => set({ ...schedule, cron: target.value })}
        >
          {TIMES.map(([time, title]) => (
            <option key={time} value={time}>
              {title}
            </option>
          ))}
          <option value="">Another time</option>
        </select>
      </div>
      <Text
        id="cron"
        label="As cron"
        hint="Minute, hour, day, month, weekday"
        value={cron}
        set={(next) => set({ ...schedule, cron: next })}
      />
      <Text
        id="zone"
        label="Time zone"
        value={timeZone}
        set={(next) => set({ ...schedule, timeZone: next })}
      />
    </>
  );
}

function Text({
  id,
  label,
  hint,
  value,
  set,
}: {
  id: string;
  label: string;
  hint?: string;
  value: string;
  set: (value: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor={`trigger-${id}`}>{label}</label>
      <input
        id={`trigger-${id}`}
        className="input"
        required
        value={value}
        onChange={({ target }) => set(target.value)}
      />
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}
