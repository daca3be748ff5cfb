/** The rule of a record that was shown, was rewound, and is told again: it is counted as shown again, and not as another one. */
export const TOLD_AGAIN = 'told-again';
