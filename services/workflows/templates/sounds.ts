import { draw, type Template } from "./template.js";

const VOICES = ["slt", "rms", "awb", "kal16"];

export const SOUNDS: readonly Template[] = [
  {
    id: "voice-over-voices",
    name: "Voice-over in several voices",
    description: "One text, read by four English voices.",
    needs: [],
    graph: draw(
      [
        [["text", "prompt", { text: "Welcome. This is what the new season sounds like." }]],
        VOICES.map((voice) => [voice, "generateAudio", { model: "local-voice", voice }] as const),
        [["result", "output"]],
      ],
      VOICES.flatMap((voice) => [`text>${voice}:prompt`, `${voice}>result`]),
    ),
  },
  {
    id: "podcast-kit",
    name: "Podcast kit",
    description: "A spoken opening, a bed of music, a sound effect and a cover.",
    needs: [],
    graph: draw(
      [
        [
          ["opening", "prompt", { text: "You are listening to the morning show." }],
          ["mood", "prompt", { text: "Calm and warm, slow" }],
        ],
        [
          ["voice", "generateAudio", { model: "local-voice" }],
          ["music", "generateAudio", { model: "local-music", durationSeconds: 10 }],
          ["effect", "generateAudio", { model: "local-sfx", prompt: "A bell", durationSeconds: 2 }],
          ["cover", "generateImage", { model: "local-canvas", aspectRatio: "1:1" }],
        ],
        [["result", "output"]],
      ],
      [
        "opening>voice:prompt",
        "mood>music:prompt",
        "mood>cover:prompt",
        "voice>result",
        "music>result",
        "effect>result",
        "cover>result",
      ],
    ),
  },
  {
    id: "podcast-clean-up",
    name: "Podcast clean-up and transcript",
    description:
      "The first minute of a recording without its noise, and what is said in it, as text and as subtitles. A longer recording needs more seconds in both steps.",
    needs: ["transcriber"],
    graph: draw(
      [
        [["recording", "audioInput"]],
        [["clean", "generateAudio", { model: "local-cleanup", durationSeconds: 60 }]],
        [["words", "transcribe", { durationSeconds: 60 }]],
        [["result", "output"]],
      ],
      [
        "recording>clean:source",
        "clean>words",
        "clean>result",
        "words:text>result",
        "words:subtitles>result",
      ],
    ),
  },
  {
    id: "interview-transcript",
    name: "Interview transcript",
    description: "What is said in the first minute of a video, as text and as subtitles.",
    needs: ["transcriber"],
    graph: draw(
      [
        [["recording", "videoInput"]],
        [["words", "transcribe", { durationSeconds: 60 }]],
        [["result", "output"]],
      ],
      ["recording>words", "words:text>result", "words:subtitles>result"],
    ),
  },
];
