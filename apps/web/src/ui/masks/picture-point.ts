export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a pointer is, in pixels of the picture that the drawing's view box is made of. */
export function picturePoint(
  svg: SVGSVGElement | null,
  event: { clientX: number; clientY: number },
): Point | null {
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}
