import type { NodeSetting, NodeSettings, WorkflowNode } from "../../../plugins/kit/workflow-node.js";

/** A setting of a node that cannot be used; the message is for the workflow's author. */
export class SettingProblem extends Error {}

/** Reads a graph node's `data` by the settings that its type declares. Absent and null fields take their default. */
export function readSettings({ settings }: WorkflowNode, data: unknown): NodeSettings {
  const given = typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
  const read: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries(settings)) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    const wanted = value ?? setting.default;
    if (wanted === undefined) continue;
    const problem = problemOf(setting, wanted);
    if (problem !== null) throw new SettingProblem(`data.${field} ${problem}.`);
    read[field] = wanted;
  }
  return read;
}

function problemOf({ type, values, min, max }: NodeSetting, value: unknown): string | null {
  switch (type) {
    case "string":
      if (typeof value !== "string") return "must be text";
      return values === undefined || values.includes(value) ? null : `must be one of ${values.join(", ")}`;
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
    case "strings":
      return Array.isArray(value) && value.every((each) => typeof each === "string")
        ? null
        : "must be a list of texts";
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
      if (min !== undefined && value < min) return `must be at least ${min}`;
      return max !== undefined && value > max ? `must be at most ${max}` : null;
  }
}
