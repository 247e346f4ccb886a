/** A request for one image of the mock provider; directives in the prompt steer it. */
export const mockRequest = (prompt = "a picture") => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});
