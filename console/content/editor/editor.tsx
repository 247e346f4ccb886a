import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { type ContentType, document as documentOf, type Settings } from "../queries.js";
import { type Draft, DraftContext } from "./draft-context.js";
import { FieldRow } from "./field-row.js";
import { Head } from "./head.js";
import { LanguageChoice } from "./language-choice.js";
import type { DraftSession } from "./session.js";
import { Side } from "./side.js";
import { idOf } from "./value-input.js";

/** Milliseconds between the last save and the request for the new status and coverage. */
const TELLS_MS = 800;

interface Given {
  session: DraftSession;
  types: readonly ContentType[];
  settings: Settings;
}

/** Shows the editor of a document, which several people can use at the same time. */
export function DocumentEditor({ session, types, settings }: Given) {
  const said = useSyncExternalStore(session.subscribe, () => session.said);
  const { data, refetch } = useQuery({ ...documentOf(session.id), refetchInterval: 30_000 });
  const known = data?.document.draftVersion;
  useEffect(() => {
    if (known === undefined || said.version <= known) return;
    const timer = setTimeout(() => void refetch(), TELLS_MS);
    return () => clearTimeout(timer);
  }, [said.version, known]);
  const [isStrict, setStrict] = useState(false);
  const [shown, setShown] = useState<readonly string[] | null>(null);
  useKeys(session);
  const document = data?.document;
  const schema = data?.schema as unknown as ContentSchema | undefined;
  const { defaultLocale, locales } = settings;
  const codes = shown ?? firstShown(settings);
  const draft = useMemo<Draft>(
    () => ({
      session,
      projectId: document?.projectId ?? "",
      types,
      locales: locales.filter(({ code }) => codes.includes(code)),
      defaultLocale,
      issues: said.issues,
      isStrict,
    }),
    [session, document?.projectId, types, locales, codes.join(), defaultLocale, said.issues, isStrict],
  );
  if (document === undefined || schema === undefined) return null;
  const goTo = (issue: { path: string; locale?: string }) => {
    if (issue.locale !== undefined && !codes.includes(issue.locale)) setShown([...codes, issue.locale]);
    setStrict(true);
    requestAnimationFrame(() => focusOn(issue));
  };
  return (
    <DraftContext value={draft}>
      <Head
        session={session}
        said={said}
        document={document}
        type={types.find(({ name }) => name === document.type)}
        reveal={() => {
          setStrict(true);
          const first = said.issues.find(({ code }) => code !== "orphaned_value");
          if (first !== undefined) goTo(first);
        }}
      />
      <div className="document-editor">
        <div className="card document-fields" key={said.epoch}>
          {document.coverage !== undefined && (
            <LanguageChoice
              id={document.id}
              settings={settings}
              coverage={document.coverage}
              chosen={codes}
              choose={setShown}
            />
          )}
          {schema.fields.map((field) => (
            <FieldRow key={field.name} field={field} parent={session.fields} prefix="" />
          ))}
        </div>
        <Side session={session} said={said} document={document} settings={settings} goTo={goTo} />
      </div>
    </DraftContext>
  );
}

/**
 * Returns the codes of the default language and the next one, or only of the default language in a narrow
 * window.
 */
function firstShown({ defaultLocale, locales }: Settings): string[] {
  const other = locales.find(({ code }) => code !== defaultLocale);
  return other === undefined || innerWidth < 760 ? [defaultLocale] : [defaultLocale, other.code];
}

/** Focuses the input of an issue, or of the closest field around it that has an input. */
function focusOn({ path, locale }: { path: string; locale?: string }): void {
  for (let at = path; at !== ""; at = at.replace(/(?:\.[^.[\]]*|\[[^\]]*\])$/, "")) {
    const found =
      document.getElementById(idOf({ path: at, locale })) ?? document.getElementById(idOf({ path: at }));
    if (found !== null) {
      found.scrollIntoView({ block: "center" });
      return found.focus({ preventScroll: true });
    }
    if (!/[.[]/.test(at)) return;
  }
}

/**
 * Handles the keys of the page: Ctrl Z undoes the person's own last edit in any field, and Ctrl S saves at
 * once.
 */
function useKeys(session: DraftSession): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      // A dialog over the page handles its own keys.
      if (document.querySelector("dialog[open]") !== null) return;
      const key = event.key.toLowerCase();
      if (key === "s") void session.sync();
      else if (key === "z" && event.shiftKey) session.redo();
      else if (key === "z") session.undo();
      else if (key === "y") session.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [session]);
}
