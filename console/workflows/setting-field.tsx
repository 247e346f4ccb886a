import { useId } from "react";
import { fieldsOf } from "../generate/fields.js";
import { MediaField } from "../generate/media-field.js";
import type { CatalogModel } from "../queries.js";
import type { NodeType } from "./queries.js";
import { plain } from "./templates.js";

type Setting = NodeType["settings"][number];
interface Given {
  setting: Setting;
  type: NodeType | undefined;
  data: Readonly<Record<string, unknown>>;
  models: readonly CatalogModel[];
  set: (value: unknown) => void;
}

/** Settings that hold a long text. */
const LONG = new Set(["text", "prompt", "instructions", "separator", "where"]);

/** Shows one setting by its declaration; a value that depends on the model is chosen from the model's own. */
export function SettingField({ setting, type, data, models, set }: Given) {
  const id = useId();
  const value = data[setting.name];
  const takes = type?.takes;
  const label = labelOf(setting.name);
  if (takes?.value === "storageId" && takes.field === setting.name)
    return (
      <MediaField
        field={{
          name: setting.name,
          label,
          isRequired: true,
          type: "media",
          kinds: [takes.kind ?? "image"],
          most: 1,
        }}
        ids={typeof value === "string" && value !== "" ? [value] : []}
        set={([first]) => set(first)}
      />
    );
  if (setting.type === "boolean")
    return (
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            checked={(value ?? setting.default) === true}
            onChange={({ target }) => set(target.checked)}
          />{" "}
          {label}
        </label>
        <span className="hint">{plain(setting.description)}</span>
      </div>
    );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Entry
        id={id}
        setting={setting}
        value={value}
        options={optionsOf(setting, data, models, type)}
        set={set}
      />
      <span className="hint" id={`${id}-hint`}>
        {plain(setting.description)}
      </span>
    </div>
  );
}

interface Option {
  value: string;
  title: string;
}

function Entry({
  id,
  setting,
  value,
  options,
  set,
}: {
  id: string;
  setting: Setting;
  value: unknown;
  options: readonly Option[] | null;
  set: (value: unknown) => void;
}) {
  const hint = `${id}-hint`;
  if (options !== null) {
    const now = typeof value === "string" ? value : "";
    const isOther = now !== "" && !options.some((option) => option.value === now);
    return (
      <select
        id={id}
        className="input"
        aria-describedby={hint}
        value={now}
        onChange={({ target }) => set(target.value === "" ? undefined : target.value)}
      >
        <option value="">
          {setting.default === undefined ? "Not chosen" : `As usual: ${String(setting.default)}`}
        </option>
        {isOther && <option value={now}>{now} (not offered)</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    );
  }
  if (setting.type === "number")
    return (
      <input
        id={id}
        className="input"
        type="number"
        step="any"
        min={setting.min}
        max={setting.max}
        aria-describedby={hint}
        placeholder={setting.default === undefined ? "" : String(setting.default)}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => set(target.value === "" ? undefined : target.valueAsNumber)}
      />
    );
  if (setting.type === "strings")
    return (
      <textarea
        id={id}
        className="input"
        aria-describedby={hint}
        placeholder="One on each line"
        value={Array.isArray(value) ? value.join("\n") : ""}
        onChange={({ target }) => set(target.value === "" ? undefined : target.value.split("\n"))}
      />
    );
  const Tag = LONG.has(setting.name) ? "textarea" : "input";
  return (
    <Tag
      id={id}
      className="input"
      aria-describedby={hint}
      placeholder={setting.default === undefined ? "" : String(setting.default)}
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => set(target.value === "" ? undefined : target.value)}
    />
  );
}

/** Returns the options of a setting; null if any text is valid. */
function optionsOf(
  { name, values, model: kind }: Setting,
  data: Readonly<Record<string, unknown>>,
  models: readonly CatalogModel[],
  type: NodeType | undefined,
): Option[] | null {
  if (values !== undefined) return values.map((value) => ({ value, title: value }));
  if (kind !== undefined)
    return models
      .filter((model) => model.kind === kind)
      .map(({ id, displayName }) => ({ value: id, title: displayName }));
  const modelSetting = type?.settings.find((setting) => setting.model !== undefined);
  const model = models.find(({ id }) => modelSetting !== undefined && id === data[modelSetting.name]);
  const field = model === undefined ? undefined : fieldsOf(model).find((each) => each.name === name);
  if (field?.type !== "choice" || field.options.some((option) => typeof option !== "string")) return null;
  return field.options.map((option) => ({ value: String(option), title: String(option) }));
}

/** Returns the label of a setting: `aspectRatio` becomes "Aspect ratio". */
export function labelOf(name: string): string {
  const words = name
    .replace(/StorageIds?$/, "")
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase();
  return name === "storageId" ? "File" : words.charAt(0).toUpperCase() + words.slice(1);
}
