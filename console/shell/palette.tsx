import { useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Dialog } from "../parts/dialog.js";
import { shortName } from "../parts/model-name.js";
import { models, projects, session } from "../queries.js";
import { useGoToProject } from "./chosen-project.js";
import { ACCOUNT_PLACES, OPERATE_PLACES, PLACES, PLAIN_PLACES } from "./places.js";

interface Command {
  id: string;
  title: string;
  kind: string;
  run: () => void;
}

const MOST = 12;

/** Finds every page and action of the console by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = useCommands()
    .filter(({ title }) => matches(title, text))
    .slice(0, MOST);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  return (
    <Dialog title="Commands" className="palette" isBare onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="Find a page, a model or a project"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={found[at] && `command-${at}`}
        placeholder="Find a page, a model or a project"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") return run(found[at]);
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined || found.length === 0) return;
          event.preventDefault();
          setAt((at + step + found.length) % found.length);
        }}
      />
      {found.length === 0 && <p className="soft">Nothing has this name.</p>}
      <ul id="commands" role="listbox" aria-label="Commands" hidden={found.length === 0}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            {command.title} <span className="soft small">{command.kind}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const matches = (title: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word));

function useCommands(): readonly Command[] {
  const navigate = useNavigate();
  const goToProject = useGoToProject();
  const all = useQuery(models).data;
  const shared = useQuery(projects).data;
  const isOperator = useQuery(session).data?.user.operator === true;
  return useMemo(
    () => [
      ...PLACES.map(({ to, title }) => ({ id: to, title, kind: "Page", run: () => void navigate({ to }) })),
      ...ACCOUNT_PLACES.map(({ to, title }) => ({
        id: to,
        title,
        kind: "Account",
        run: () => void navigate({ to }),
      })),
      ...(isOperator ? OPERATE_PLACES : []).map(({ to, title }) => ({
        id: to,
        title,
        kind: "Operate",
        run: () => void navigate({ to }),
      })),
      ...PLAIN_PLACES.map(({ href, title }) => ({
        id: href,
        title,
        kind: "Page",
        run: () => location.assign(href),
      })),
      { id: "own", title: "My space", kind: "Project", run: () => goToProject(null) },
      ...(shared?.projects ?? [])
        .filter(({ id }) => id !== shared?.defaultProjectId)
        .map(({ id, name }) => ({ id, title: name, kind: "Project", run: () => goToProject(id) })),
      ...(all?.models ?? []).map(({ id, displayName }) => ({
        id,
        title: `Generate with ${shortName(displayName)}`,
        kind: "Model",
        run: () => void navigate({ to: "/app/generate", search: { model: id } }),
      })),
    ],
    [navigate, goToProject, all, shared, isOperator],
  );
}
