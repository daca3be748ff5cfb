/** Of a long list so many entries come at a time. */
export const STEP = 60;
