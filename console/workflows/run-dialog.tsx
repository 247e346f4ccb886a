import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { canBuy } from "../buying.js";
import { MediaField } from "../generate/media-field.js";
import { Dialog } from "../parts/dialog.js";
import { Failed } from "../parts/states.js";
import { useUnsaved } from "../parts/use-unsaved.js";
import { credits } from "../words.js";
import { type Types, typeOf } from "./graph.js";
import type { Graph } from "./queries.js";
import { dataOf } from "./use-graph.js";
import { useRunOrder } from "./use-run-order.js";

interface Given {
  workflowId: string;
  graph: Graph;
  types: Types;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** Asks for the inputs of a run and shows its price before the start. */
export function RunDialog({ workflowId, graph, types, onClose, onStarted }: Given) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [reuse, setReuse] = useState(true);
  const fields = fieldsOf(graph, types);
  const inputs = Object.fromEntries(
    fields.flatMap(({ id, takes, saved }) =>
      given[id] === undefined || given[id] === saved ? [] : [[id, { [takes.value]: given[id] }]],
    ),
  );
  const missing = fields.find(({ id, saved }) => (given[id] ?? saved).trim() === "");
  useUnsaved(Object.keys(inputs).length > 0);
  const { estimate, start } = useRunOrder({ workflowId, graph, inputs, reuse, onStarted });
  const isShort = estimate.data?.affordable === false;
  const failing = estimate.data?.nodes.filter(({ estimatedCredits }) => estimatedCredits === null) ?? [];
  return (
    <Dialog title="Run" onClose={onClose}>
      <form
        className="run-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined && !start.isPending && !isShort) start.mutate();
        }}
      >
        {fields.map((field) => (
          <Input
            key={field.id}
            field={field}
            isFirst={field === (missing ?? fields[0])}
            value={given[field.id] ?? field.saved}
            set={(value) => setGiven((old) => ({ ...old, [field.id]: value }))}
          />
        ))}
        <label className="check">
          <input type="checkbox" checked={reuse} onChange={({ target }) => setReuse(target.checked)} /> Reuse
          unchanged results (free)
        </label>
        {failing.length > 0 && (
          <p className="wrong-text small">
            Would fail as it is: {failing.map(({ nodeId }) => titleOf(graph, types, nodeId)).join(", ")}.
            Something that it needs is missing: look at its settings.
          </p>
        )}
        {estimate.error !== null && <Failed error={estimate.error} again={estimate.refetch} />}
        {start.error !== null && <Failed error={start.error} />}
        <div className="form-foot">
          <p className="small soft" aria-live="polite">
            {missing !== undefined
              ? missing.takes.value === "storageId"
                ? `Choose: ${missing.label}.`
                : `Fill in: ${missing.label}.`
              : estimate.error === null && priceOf(estimate.data)}
            {isShort && canBuy() && <Link to="/app/account/credits"> Get credits</Link>}
          </p>
          <button
            type="submit"
            className="button main"
            disabled={isShort || missing !== undefined}
            aria-disabled={start.isPending}
          >
            <Play aria-hidden size={18} /> {start.isPending ? "Starting …" : "Start"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the name of a node for a person: "Generate image (generateImage1)". */
function titleOf({ nodes }: Graph, types: Types, id: string): string {
  const node = nodes.find((one) => one.id === id);
  const title = node && typeOf(types, node)?.title;
  return title === undefined ? id : `${title} (${id})`;
}

/** Returns the nodes whose value a run may replace, with the saved values. */
const fieldsOf = (graph: Graph, types: Types) =>
  graph.nodes.flatMap((node) => {
    const type = typeOf(types, node);
    const saved = type?.takes ? dataOf(node)[type.takes.field] : undefined;
    return type?.takes
      ? [
          {
            id: node.id,
            label: labelOf(graph, types, node.id),
            takes: type.takes,
            saved: typeof saved === "string" ? saved : "",
          },
        ]
      : [];
  });

/** Returns the title of a node, with its id if another node has the same title. */
function labelOf(graph: Graph, types: Types, id: string): string {
  const titles = graph.nodes.map((node) => typeOf(types, node)?.title);
  const title = titles[graph.nodes.findIndex((node) => node.id === id)];
  return title !== undefined && titles.filter((one) => one === title).length === 1
    ? title
    : titleOf(graph, types, id);
}

function Input({
  field: { id, label, takes },
  isFirst,
  value,
  set,
}: {
  field: ReturnType<typeof fieldsOf>[number];
  /** The field gets the focus first. */
  isFirst: boolean;
  value: string;
  set: (value: string) => void;
}) {
  if (takes.value === "storageId")
    return (
      <MediaField
        field={{
          name: id,
          label,
          isRequired: true,
          type: "media",
          kinds: [takes.kind ?? "image"],
          most: 1,
        }}
        isFirst={isFirst}
        ids={value === "" ? [] : [value]}
        set={([first = ""]) => set(first)}
      />
    );
  return (
    <div className="field">
      <label htmlFor={`run-${id}`}>{label}</label>
      <textarea
        id={`run-${id}`}
        className="input"
        data-first={isFirst || undefined}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  );
}

interface Price {
  estimatedCredits: number;
  remainingCredits: number;
  affordable: boolean;
  nodes: readonly { exact: boolean; unpriced?: boolean | undefined; cached?: boolean | undefined }[];
}

function priceOf(price: Price | undefined): string {
  if (price === undefined) return "Getting the price …";
  const about = price.nodes.every(({ exact }) => exact) ? "Costs" : "Costs about";
  const reused = price.nodes.filter(({ cached }) => cached === true).length;
  const besides = price.nodes.some(({ unpriced }) => unpriced === true)
    ? ", and what it translates besides"
    : "";
  const more = `${besides}${reused === 0 ? "" : `; ${reused} ${reused === 1 ? "node is" : "nodes are"} reused`}`;
  return price.affordable
    ? `${about} ${credits(price.estimatedCredits)}${more}`
    : `${about} ${credits(price.estimatedCredits)}; ${credits(price.remainingCredits)} are left.`;
}
