/** What is drawn at an edge may be a part of a pixel beyond it. */
const NEAR = 1;

/** Whether nothing in the element is out of sight at its sides, or at the sides of anything in it. */
export function fits(element: HTMLElement): boolean {
  const { left, right } = element.getBoundingClientRect();
  return [element, ...element.querySelectorAll('*')].every((part) => {
    const area = part.getBoundingClientRect();
    // What stands in a line has no width of its own.
    const holds = part.clientWidth === 0 || part.scrollWidth <= part.clientWidth + NEAR;
    return holds && area.left >= left - NEAR && area.right <= right + NEAR;
  });
}
