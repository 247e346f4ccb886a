/** Whether the run is `npm run test:long`, which has the sizes and cases that the rings leave out. */
export const IS_LONG = process.env.KILN_LONG !== undefined;
