/** Whether this is `npm run test:long`, which has the sizes and the cases that the rings leave out. */
export const IS_LONG = process.env.KILN_LONG !== undefined;
