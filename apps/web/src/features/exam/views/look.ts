import type { Hanging, HungView, Side } from './hang.ts';

/** What all views show of themselves, in shares of the hanging's size: linked, chest walls to the middle. */
export interface Look {
  /** 1 shows a whole view. */
  readonly zoom: number;
  /** From the chest wall to the nearest border of what is seen. */
  readonly fromWall: number;
  readonly fromTop: number;
}

export const whole: Look = { zoom: 1, fromWall: 0, fromTop: 0 };
const maxZoom = 16;

/** Zooms about a point, in shares from the chest wall and from the top; without one the chest wall stays. */
export function zoomed(look: Look, factor: number, about?: { wall: number; top: number }): Look {
  const zoom = Math.min(maxZoom, Math.max(1, look.zoom * factor));
  const { wall, top } = about ?? {
    wall: look.fromWall,
    top: look.fromTop + 0.5 / look.zoom,
  };
  const keep = look.zoom / zoom;
  return within({
    zoom,
    fromWall: wall - (wall - look.fromWall) * keep,
    fromTop: top - (top - look.fromTop) * keep,
  });
}

/** Moves what is seen, in shares of what is seen: away from the chest wall, and down. */
export function moved(look: Look, away: number, down: number): Look {
  return within({
    ...look,
    fromWall: look.fromWall + away / look.zoom,
    fromTop: look.fromTop + down / look.zoom,
  });
}

function within({ zoom, fromWall, fromTop }: Look): Look {
  const most = 1 - 1 / zoom;
  const clamp = (value: number) => Math.min(Math.max(value, 0), most);
  return { zoom, fromWall: clamp(fromWall), fromTop: clamp(fromTop) };
}

/** What is seen of a view, in units of the hanging: x to the right, y down. */
export function viewBox({ width, height }: Hanging, { zoom, fromWall, fromTop }: Look, side: Side) {
  const [w, h] = [width / zoom, height / zoom];
  const x = side === 'left' ? fromWall * width : width - fromWall * width - w;
  return { x, y: fromTop * height, width: w, height: h };
}

/** Where a picture lies: its chest wall at the middle of the screen, half way down. */
export function cornerOf({ width, height }: Hanging, shown: HungView, side: Side) {
  return { x: side === 'left' ? 0 : width - shown.width, y: (height - shown.height) / 2 };
}

/** A point in units of the hanging, as shares from the chest wall and from the top. */
export function sharesOf({ width, height }: Hanging, point: { x: number; y: number }, side: Side) {
  const x = point.x / width;
  return { wall: side === 'left' ? x : 1 - x, top: point.y / height };
}
