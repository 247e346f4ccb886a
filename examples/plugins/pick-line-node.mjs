// @ts-check
/**
 * A node type in one file: picks a line of a text at random. Copy it into PLUGINS_DIR; the running server takes it up.
 * The choice is a step: a node whose process dies begins again, and must not choose another line then.
 *
 * @param {import("../../plugins/kit/define-plugin.js").Kit} kit
 */
export default (kit) =>
  kit.definePlugin({
    name: "pick-line",
    version: "1.0.0",
    provides: {
      workflowNode: kit.defineNode({
        type: "pickLine",
        version: 1,
        title: "Pick a line",
        description: "Picks one line of a text at random.",
        inputs: { text: { types: ["text"], isRequired: true, setting: "text", description: "The lines." } },
        outputs: { line: { types: ["text"], description: "The line that was picked." } },
        settings: { text: { type: "string", description: "The lines, where no text is connected." } },
        async run({ inputs, settings, step }) {
          const [value] = inputs.text ?? [];
          const text = value?.type === "text" ? value.text : String(settings.text);
          const lines = text.split("\n").filter((line) => line.trim() !== "");
          if (lines.length === 0) throw new Error("There is no line to pick: the text is empty.");
          const index = await step(async () => Math.floor(Math.random() * lines.length));
          return { line: { type: "text", text: lines[index] ?? "" } };
        },
      }),
    },
  });
