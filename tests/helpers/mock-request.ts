/** Makes a request for one image of the mock provider. Directives in the prompt steer the mock. */
export const mockRequest = (prompt = "a picture") => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});
