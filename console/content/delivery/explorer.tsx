import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import type { ContentType, Locale } from "../queries.js";
import { addressOf, type Answered, ask, type Question } from "./ask.js";
import { exampleQuery } from "./example-query.js";

interface Given {
  projectId: string;
  types: readonly ContentType[];
  locales: readonly Locale[];
  secret: string;
  setSecret: (secret: string) => void;
}

const REST_FIELDS = [
  ["where", "Where", '{"title":{"contains":"kiln"}}'],
  ["sort", "Sort", "-_publishedAt"],
  ["select", "Select", "title,author"],
  ["expand", "Expand", "author"],
] as const;

/** Sends delivery requests with a token and shows the answers that readers would get. */
export function Explorer({ projectId, types, locales, secret, setSecret }: Given) {
  const [kind, setKind] = useState<Question["kind"]>("rest");
  const [rest, setRest] = useState<Record<string, string>>({ type: types[0]?.name ?? "", limit: "10" });
  const [query, setQuery] = useState(() => exampleQuery(types));
  const entered = JSON.stringify([rest, query]);
  const [begun] = useState(entered);
  useUnsaved(entered !== begun || secret !== "");
  const asking = useMutation({ mutationFn: (question: Question) => ask(question, secret.trim()) });
  const set = (key: string, value: string) => setRest((old) => ({ ...old, [key]: value }));
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value.trim() !== ""));
  const question: Question =
    kind === "rest"
      ? { kind, params: { projectId, ...given } as never }
      : { kind, params: { projectId, query } };
  const isReady = secret.trim() !== "" && (kind === "graphql" ? query.trim() !== "" : rest["type"] !== "");
  return (
    <section className="card explorer" aria-label="Explorer">
      <h2>Explorer</h2>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !asking.isPending) asking.mutate(question);
        }}
      >
        <Way kind={kind} set={setKind} />
        <div className="field">
          <label htmlFor="explorer-token">Token</label>
          <input
            id="explorer-token"
            className="input"
            type="password"
            autoComplete="off"
            placeholder="svc_ct_…"
            value={secret}
            onChange={({ target }) => setSecret(target.value)}
          />
          <span className="hint">Make one beside this, or paste one. It stays in this page.</span>
        </div>
        {kind === "rest" ? (
          <RestFields rest={rest} set={set} types={types} locales={locales} />
        ) : (
          <div className="field">
            <label htmlFor="explorer-query">Query</label>
            <textarea
              id="explorer-query"
              className="input code"
              spellCheck={false}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                  event.currentTarget.form?.requestSubmit();
              }}
            />
          </div>
        )}
        <p className="small">
          <code>
            {kind === "rest" ? "GET" : "POST"} {addressOf(question)}
          </code>
        </p>
        <p>
          <button type="submit" className="button main" aria-disabled={!isReady || asking.isPending}>
            <Play aria-hidden size={18} /> {asking.isPending ? "Asking …" : "Ask"}
          </button>
        </p>
      </form>
      {asking.error !== null && <Failed error={asking.error} />}
      {asking.data !== undefined && <Answer {...asking.data} />}
    </section>
  );
}

function Way({ kind, set }: { kind: Question["kind"]; set: (kind: Question["kind"]) => void }) {
  return (
    <fieldset className="field">
      <legend>Ask by</legend>
      <div className="choices">
        {(["rest", "graphql"] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              className="unseen"
              name="explorer-kind"
              checked={kind === one}
              onChange={() => set(one)}
            />{" "}
            {one === "rest" ? "REST" : "GraphQL"}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Answer({ status, milliseconds, text }: Answered) {
  return (
    <div className="explorer-answer">
      <p className="small" role="status">
        <span className={`badge ${status < 400 ? "good" : "bad"}`}>{status}</span>{" "}
        <span className="soft number">{milliseconds} ms</span>
      </p>
      <pre tabIndex={0} role="region" aria-label="Answer">
        {text}
      </pre>
    </div>
  );
}

function RestFields({
  rest,
  set,
  types,
  locales,
}: {
  rest: Readonly<Record<string, string>>;
  set: (key: string, value: string) => void;
  types: readonly ContentType[];
  locales: readonly Locale[];
}) {
  return (
    <div className="explorer-fields">
      <div className="field">
        <label htmlFor="explorer-type">Type</label>
        <select
          id="explorer-type"
          className="input"
          value={rest["type"]}
          onChange={({ target }) => set("type", target.value)}
        >
          {types.map(({ id, name, title }) => (
            <option key={id} value={name}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="explorer-locale">Language</label>
        <select
          id="explorer-locale"
          className="input"
          value={rest["locale"] ?? ""}
          onChange={({ target }) => set("locale", target.value)}
        >
          <option value="">The default</option>
          <option value="*">All, by language</option>
          {locales.map(({ code, title }) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {REST_FIELDS.map(([key, title, example]) => (
        <div className="field" key={key}>
          <label htmlFor={`explorer-${key}`}>{title}</label>
          <input
            id={`explorer-${key}`}
            className="input"
            placeholder={example}
            value={rest[key] ?? ""}
            onChange={({ target }) => set(key, target.value)}
          />
        </div>
      ))}
    </div>
  );
}
