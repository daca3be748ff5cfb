type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Runs in the page: every piece of text that is less readable than WCAG AA asks, with its contrast. */
export function lowContrast(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) return ['no canvas'];
  const known = new Map<string, Colour>();
  const rgba = (color: string): Colour => {
    const drawn = known.get(color);
    if (drawn !== undefined) return drawn;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(color, [red, green, blue, alpha / 255]);
    return [red, green, blue, alpha / 255];
  };
  const ground = (element: Element): [number, number, number] => {
    const layers: Colour[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const layer = rgba(getComputedStyle(at).backgroundColor);
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight<[number, number, number]>(
      ([r, g, b], [red, green, blue, alpha]) => [
        red * alpha + r * (1 - alpha),
        green * alpha + g * (1 - alpha),
        blue * alpha + b * (1 - alpha),
      ],
      [255, 255, 255],
    );
  };
  const luminance = (channels: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element === null || text === '' || !element.checkVisibility({ opacityProperty: true })) continue;
    if (element.closest(':disabled, [aria-disabled], option, .tt-unseen') !== null) continue;
    const [light, dark] = [luminance(rgba(getComputedStyle(element).color)), luminance(ground(element))].sort(
      (a, b) => b - a,
    );
    const contrast = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    if (contrast < 4.5)
      found.push(`${contrast.toFixed(2)} ${element.className || element.tagName}: ${text.slice(0, 40)}`);
  }
  return [...new Set(found)];
}
