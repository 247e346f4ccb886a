import { useState } from "react";
import { Plus, X } from "lucide-react";
import { Failed } from "../../parts/states.js";
import type { Locale, Settings } from "../queries.js";
import { codeOf, COMMON, titleOf } from "./code-of.js";
import { useForm } from "./use-form.js";

interface Given {
  projectId: string;
  settings: Settings;
}

/** Edits the languages of a project; nothing is saved before the person presses the button. */
export function LanguageForm({ projectId, settings }: Given) {
  const { base, state, setState, isDirty, save, theirs, settle } = useForm(projectId, settings);
  const gone = base.locales.filter(({ code }) => !state.locales.some((one) => one.code === code));
  const change = (code: string, by: Partial<Locale>) =>
    setState((old) => ({
      ...old,
      locales: old.locales.map((one) => (one.code === code ? { ...one, ...by } : one)),
    }));
  return (
    <div className="languages-form">
      <section className="card">
        <ul className="language-rows" aria-label="Languages">
          {state.locales.map((locale) => (
            <LanguageRow
              key={locale.code}
              locale={locale}
              isDefault={locale.code === state.defaultLocale}
              others={state.locales.filter(({ code }) => code !== locale.code)}
              set={(by) => change(locale.code, by)}
              makeDefault={() => setState((old) => ({ ...old, defaultLocale: locale.code }))}
              remove={() =>
                setState((old) => ({
                  ...old,
                  locales: old.locales
                    .filter(({ code }) => code !== locale.code)
                    .map((one) => (one.fallback === locale.code ? { ...one, fallback: null } : one)),
                }))
              }
            />
          ))}
        </ul>
        <AddLanguage
          taken={state.locales.map(({ code }) => code)}
          add={(code) =>
            setState((old) => ({
              ...old,
              locales: [
                ...old.locales,
                { code, title: titleOf(code) || code, fallback: null, required: false },
              ],
            }))
          }
        />
      </section>
      <Translation
        translation={state.translation}
        set={(by) => setState((old) => ({ ...old, translation: { ...old.translation, ...by } }))}
      />
      {save.error !== null && <Failed error={save.error} />}
      {theirs !== null && <Conflict said={theirs.said} settle={settle} />}
      {gone.length > 0 && (
        <p role="status">
          What is written in {gone.map(({ title }) => title).join(", ")} is kept, and no longer delivered. It
          comes back with the language.
        </p>
      )}
      <p>
        <button
          type="button"
          className="button main"
          aria-disabled={!isDirty || save.isPending}
          onClick={() => isDirty && !save.isPending && save.mutate(state)}
        >
          {save.isPending ? "Saving …" : "Save languages"}
        </button>
      </p>
    </div>
  );
}

/** Shows what somebody else changed meanwhile, and asks how to go on. */
function Conflict({
  said,
  settle,
}: {
  said: readonly string[];
  settle: ReturnType<typeof useForm>["settle"];
}) {
  return (
    <div className="failure" role="alert">
      <span>
        Somebody else changed this while you did: {said.join(" ")} Nothing of theirs is overwritten yet.
      </span>
      <span>
        <button type="button" className="button small" onClick={() => settle("theirs")}>
          Take theirs
        </button>{" "}
        <button type="button" className="button small" onClick={() => settle("both")}>
          Add mine to theirs
        </button>
      </span>
    </div>
  );
}

function Translation({
  translation: { brief, autoTranslateOnPublish },
  set,
}: {
  translation: Settings["translation"];
  set: (by: Partial<Settings["translation"]>) => void;
}) {
  return (
    <section className="card">
      <h2>Translation</h2>
      <div className="field">
        <label htmlFor="brief">Tone of voice</label>
        <textarea
          id="brief"
          className="input"
          placeholder="Friendly, short sentences, formal address in German"
          value={brief}
          onChange={({ target }) => set({ brief: target.value })}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={autoTranslateOnPublish}
          onChange={({ target }) => set({ autoTranslateOnPublish: target.checked })}
        />{" "}
        Translate what is missing after each publish; the owner pays
      </label>
    </section>
  );
}

function LanguageRow({
  locale: { code, title, fallback, required },
  isDefault,
  others,
  set,
  makeDefault,
  remove,
}: {
  locale: Locale;
  isDefault: boolean;
  others: readonly Locale[];
  set: (by: Partial<Locale>) => void;
  makeDefault: () => void;
  remove: () => void;
}) {
  return (
    <li>
      <span className="row-text">
        <strong>{title}</strong>
        <span className="soft small">{code}</span>
      </span>
      {isDefault ? (
        <span className="badge accent">Default language</span>
      ) : (
        <button type="button" className="button small" onClick={makeDefault}>
          Make it the default
        </button>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={required || isDefault}
          disabled={isDefault}
          onChange={({ target }) => set({ required: target.checked })}
        />{" "}
        Required to publish
      </label>
      <select
        className="input"
        aria-label={`Where ${title} is empty, readers get`}
        disabled={isDefault}
        value={fallback ?? ""}
        onChange={({ target }) => set({ fallback: target.value || null })}
      >
        <option value="">If empty: default</option>
        {others.map((one) => (
          <option key={one.code} value={one.code}>
            If empty: {one.title}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button plain icon"
        aria-label={`Remove ${title}`}
        disabled={isDefault}
        onClick={remove}
      >
        <X aria-hidden size={18} />
      </button>
    </li>
  );
}

function AddLanguage({ taken, add }: { taken: readonly string[]; add: (code: string) => void }) {
  const [text, setText] = useState("");
  const code = codeOf(text);
  const isTaken = taken.some((one) => one.toLowerCase() === code?.toLowerCase());
  const says = isTaken
    ? "It is there already"
    : code === null
      ? text.trim() === ""
        ? "A name, or a code like pt-BR"
        : "No language is called so"
      : [titleOf(code), code].filter(Boolean).join(", ");
  return (
    <form
      className="add-language"
      onSubmit={(event) => {
        event.preventDefault();
        if (code === null || isTaken) return;
        add(code);
        setText("");
      }}
    >
      <div className="field">
        <label htmlFor="add-language">Add a language</label>
        <input
          id="add-language"
          className="input"
          list="common-languages"
          placeholder="French"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id="common-languages">
          {COMMON.filter((one) => !taken.includes(one)).map((one) => (
            <option key={one} value={titleOf(one)} />
          ))}
        </datalist>
        <span className="hint" role="status">
          {says}
        </span>
      </div>
      <button type="submit" className="button" disabled={code === null || isTaken}>
        <Plus aria-hidden size={18} /> Add
      </button>
    </form>
  );
}
