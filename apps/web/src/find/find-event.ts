/** The button in the bar sends it: what finds is loaded late, and stands elsewhere. */
export const findEvent = 'toolthread:find';
