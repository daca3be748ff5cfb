import { speak } from './scene.ts';
import type { Scene } from './scene.ts';

/** Anything else. */
export const welcomeScene: Scene = (_, pick) =>
  speak(pick, {
    en: 'Hello! I am the demo agent: my words are scripted, but my tools are real. They run in a scratch workspace on this computer, without a network. Pick one of the prompts to see parallel calls, a retry, a diff, an image, a question, an approval or a stop.\n\nTo talk to a real model, start the server again with `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` or `GEMINI_API_KEY` set.',
    de: 'Hallo! Ich bin der Demo-Agent: Meine Worte sind vorbereitet, aber meine Werkzeuge sind echt. Sie arbeiten in einem eigenen Ordner auf diesem Computer, ohne Netz. Wähl einen der Vorschläge, um parallele Aufrufe, einen zweiten Versuch, ein Diff, ein Bild, eine Frage, eine Freigabe oder einen Stopp zu sehen.\n\nUm mit einem echten Modell zu sprechen, starte den Server neu und setze dabei `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` oder `GEMINI_API_KEY`.',
  });
