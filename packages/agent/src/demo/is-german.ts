/** Nearly every German sentence has one of these words, and no English sentence has. */
const GERMAN =
  /[äöüß]|(?<!\p{L})(?:bitte|danke|das|dein|deine|dem|der|dich|dir|du|ein|eine|einen|es|gib|hallo|ich|ist|kann|kannst|mich|mir|nicht|nun|oder|sag|sind|und|von|warum|was hast|was kannst|wer|wie|wo|zeig|zum|zur)(?!\p{L})/iu;

/** `isGerman('Zeig mir, was Stopp bewirkt') === true`: a guess, by the first words. The demo answers in the language that it is spoken to. */
export function isGerman(words: string): boolean {
  return GERMAN.test(words.slice(0, 2_000));
}
