import {
  type ApplicationInputs,
  defineNode,
  idsOf,
  type InputPort,
  type NodeMaterial,
  textSetting,
  textsOf,
} from "../../kit/workflow-node.js";

const PORTS = {
  image: {
    types: ["image"],
    isList: true,
    setting: "imageStorageIds",
    description: "Pictures, for an Application whose inputKind is image.",
  },
  video: { types: ["video"], setting: "videoStorageId", description: "For inputKind video." },
  audio: { types: ["audio"], setting: "audioStorageId", description: "For inputKind audio." },
  text: {
    types: ["text"],
    setting: "text",
    description: "What the user wishes, where the Application takes it.",
  },
} as const satisfies Record<string, InputPort>;

/** The body of `POST /v1/applications/:id/run`: what is connected in the place of what is set. */
function applicationInputs({ inputs, settings }: NodeMaterial): ApplicationInputs {
  const { applicationId: _id, ...saved } = settings;
  const images = idsOf(inputs, "image");
  const [video] = idsOf(inputs, "video");
  const [audio] = idsOf(inputs, "audio");
  const [text] = textsOf(inputs, "text");
  return {
    ...saved,
    ...(images.length > 0 && { imageStorageIds: images }),
    ...(video !== undefined && { videoStorageId: video }),
    ...(audio !== undefined && { audioStorageId: audio }),
    ...(text !== undefined && { text }),
  };
}

async function applicationRequest(material: NodeMaterial) {
  const id = textSetting(material.settings, "applicationId");
  if (id === "")
    throw new Error(
      "The Application is missing: set data.applicationId to an Application of GET /v1/applications.",
    );
  return material.composeApplication(id, applicationInputs(material));
}

export const application = defineNode({
  type: "application",
  version: 1,
  title: "Application",
  description: "Runs an Application, which says what of the inputs it takes.",
  inputs: PORTS,
  outputs: {
    media: { types: ["image", "video", "audio"], description: "What it made, of the Application's kind." },
  },
  settings: {
    applicationId: {
      type: "string",
      description: "Id of an Application of `GET /v1/applications`; required.",
    },
    text: { type: "string", description: "What the user wishes, where no text is connected." },
    presetId: { type: "string", description: "One of the Application's presets." },
    durationSeconds: {
      type: "number",
      min: 0,
      description: "Required where the Application is billed by the duration of its source.",
    },
    imageStorageIds: { type: "strings", description: "Stored pictures, where none are connected." },
    videoStorageId: { type: "string", description: "A stored video, where none is connected." },
    audioStorageId: { type: "string", description: "A stored sound, where none is connected." },
  },
  costs: async (material) => [{ generation: await applicationRequest(material) }],
  async run(context) {
    // Remembered, so that a node which begins again finds its job although the Application was changed meanwhile.
    const request = await context.step(() => applicationRequest(context), { key: "request" });
    const [media] = await context.generate(request, { key: "job" });
    return { media };
  },
});
