import { listApplications as contract } from "../../../contracts/applications.js";
import { z } from "zod";
import { defineTool, LOOKS } from "../tool.js";

export const listApplications = defineTool({
  name: "list_applications",
  title: "List Applications",
  description:
    "Curated one-shot Applications: each bundles a model, a tuned prompt, input requirements and style presets. inputKind says what run_application takes (images between minImages and maxImages, one video, or one audio), acceptsText whether text is taken, presets which presetId there are.",
  contract,
  input: z.object({}),
  annotations: LOOKS,
  async run(call) {
    const { applications, total } = await call.call(contract, {});
    return {
      applications: applications.map(
        ({ id, name, kind, description, inputKind, minImages, maxImages, acceptsText, presets }) => ({
          id,
          name,
          kind,
          description,
          inputKind,
          minImages,
          maxImages,
          acceptsText,
          presets: presets.map((preset) => ({ id: preset.id, name: preset.name })),
        }),
      ),
      total,
    };
  },
});
