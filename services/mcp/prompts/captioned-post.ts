import { getStorage } from "../../../contracts/storage.js";
import { type Prompt, said, steps } from "./prompt.js";

export const captionedPost: Prompt = {
  name: "captioned_post",
  title: "Turn a recording into a captioned post",
  description: "Transcribes a recording and writes a post with captions from it, as a draft.",
  arguments: [
    { name: "storageId", description: "Id of an audio or video file from list_assets.", required: true },
    {
      name: "projectId",
      description: "Where the post goes; left out: the account's default project.",
      required: false,
    },
  ],
  tools: [
    "get_asset",
    "transcribe",
    "get_transcription",
    "list_content_types",
    "create_content_document",
    "link_assets",
  ],
  async messages(call, { storageId = "", projectId }) {
    const { object } = await call.call(getStorage, { storageId });
    const where = projectId === undefined ? "the account's default project" : `the project ${projectId}`;
    return [
      said(
        `Turn the recording ${object.filename ?? storageId} (storageId ${storageId}, ${object.contentType}) into a captioned post in ${where}.\n${steps(
          "Transcribing costs 72 credits an hour of the recording: tell the person what it comes to, and wait for their yes.",
          "Call transcribe with the storageId and the recording's length as durationSeconds; where it still runs when the wait is over, call get_transcription until it has ended. Its segments have the times.",
          "Look with list_content_types for a type for posts. Write a title, a short lead and the text: the speaker's own words, without slips, in paragraphs, and with speakers named where there are several.",
          "Captions are the segments in order, at most two lines of 42 characters each, with their start and end.",
          "Save it with create_content_document, and link the recording with link_assets where the post shows it. Report the issues that are left. Do not publish.",
        )}`,
      ),
    ];
  },
};
