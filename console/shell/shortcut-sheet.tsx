import { Dialog } from "../parts/dialog.js";
import { PLACES } from "./places.js";
import { GO, useSingleKeys } from "./shortcuts.js";

/** A shortcut. Its keys are pressed together, or one after the other with "then" between them. */
interface Shortcut {
  keys: readonly string[];
  behind?: string;
  says: string;
}

const nameOf = (to: string): string =>
  PLACES.find((place) => place.to === to)?.title ??
  { "/app/account": "Usage", "/app/account/keys": "API keys", "/app/account/projects": "Projects" }[to] ??
  to;

const SHEET: readonly { title: string; isSingle?: boolean; shortcuts: readonly Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Ctrl", "K"], says: "Find a page, a model or a project" },
      { keys: ["Esc"], says: "Close what is open; the focus goes back" },
    ],
  },
  {
    title: "Single keys",
    isSingle: true,
    shortcuts: [
      { keys: ["?"], says: "Show these keys" },
      { keys: ["/"], says: "Search on this page, or everywhere" },
      { keys: ["N"], says: "Begin something new on this page" },
      ...Object.entries(GO).map(([key, to]) => ({
        keys: ["G"],
        behind: key.toUpperCase(),
        says: `Go to ${nameOf(to)}`,
      })),
    ],
  },
  {
    title: "Generate",
    shortcuts: [{ keys: ["Ctrl", "Enter"], says: "Generate what the form says" }],
  },
  {
    title: "Compare, with the focus on what is compared",
    shortcuts: [
      { keys: ["+", "-"], says: "Larger, smaller" },
      { keys: ["↑", "↓", "←", "→"], says: "Move what is in view" },
      { keys: ["0"], says: "All of it" },
      { keys: ["Space"], says: "Play and pause films" },
    ],
  },
  {
    title: "Lists and the library",
    shortcuts: [
      { keys: ["↑", "↓", "←", "→"], says: "From row to row, from picture to picture" },
      { keys: ["Home", "End"], says: "To the first and the last" },
      { keys: ["Enter"], says: "Open" },
    ],
  },
  {
    title: "Workflows",
    shortcuts: [
      { keys: ["Ctrl", "S"], says: "Save now" },
      { keys: ["Ctrl", "Z"], says: "Go back one step" },
      { keys: ["Ctrl", "Shift", "Z"], says: "Go forward again" },
      { keys: ["Delete"], says: "Remove the chosen nodes and edges" },
    ],
  },
  {
    title: "Documents",
    shortcuts: [
      { keys: ["Ctrl", "S"], says: "Send what was typed now" },
      { keys: ["Ctrl", "Z"], says: "Take back your own last edit" },
      { keys: ["Ctrl", "B"], says: "Bold" },
      { keys: ["Ctrl", "I"], says: "Italic" },
      { keys: ["Ctrl", "U"], says: "Underlined" },
      { keys: ["Ctrl", "E"], says: "Code" },
      { keys: ["Ctrl", "]"], says: "Deeper in a list" },
      { keys: ["Ctrl", "["], says: "Less deep in a list" },
    ],
  },
];

/** Shows the keyboard shortcuts, and a switch for those of a single key. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isSingle, setSingle] = useSingleKeys();
  return (
    <Dialog title="Keys" className="wide" onClose={onClose}>
      <div className="keys-sheet">
        {SHEET.map(({ title, isSingle: isAlone = false, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {isAlone && (
              <label className="keys-choice small">
                <input
                  type="checkbox"
                  checked={isSingle}
                  onChange={({ target }) => setSingle(target.checked)}
                />
                Single keys do something
              </label>
            )}
            <dl>
              {shortcuts.map(({ keys, behind, says }) => (
                <div key={keys.join() + says}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                    {behind !== undefined && (
                      <>
                        <span className="soft small">then</span>
                        <kbd>{behind}</kbd>
                      </>
                    )}
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
