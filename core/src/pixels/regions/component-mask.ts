import { type Mask, mask } from '../plane.ts';
import { type Component, type Components, connectedComponents } from './connected-components.ts';

/** One component as a mask of the whole picture. */
export function componentMask(components: Components, label: number): Mask {
  return keepComponents(components, (component) => component.label === label);
}

/** The components that satisfy a condition, as one mask. */
export function keepComponents(
  { labels, components }: Components,
  keep: (component: Component) => boolean,
): Mask {
  const kept = new Uint8Array(components.length + 1);
  const out = mask(labels.width, labels.height);
  let [left, right, top, bottom] = [labels.width, 0, labels.height, 0];
  for (const component of components) {
    if (!keep(component)) continue;
    kept[component.label] = 1;
    const { x, y, width, height } = component.box;
    [left, right] = [Math.min(left, x), Math.max(right, x + width)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + height)];
  }
  const [to, from] = [out.data, labels.data];
  for (let y = top; y < bottom; y++) {
    const end = y * labels.width + right;
    for (let i = y * labels.width + left; i < end; i++) to[i] = kept[from[i] ?? 0] ?? 0;
  }
  return out;
}

/** The component with the largest area (the first of equals); empty stays empty. */
export function largestComponent(source: Mask, connectivity: 4 | 8 = 8): Mask {
  const components = connectedComponents(source, connectivity);
  let largest: Component | undefined;
  for (const component of components.components) {
    if (largest === undefined || component.area > largest.area) largest = component;
  }
  return componentMask(components, largest?.label ?? -1);
}

/** Removes components smaller than `minArea` pixels. */
export function removeSmallComponents(source: Mask, minArea: number, connectivity: 4 | 8 = 8): Mask {
  return keepComponents(connectedComponents(source, connectivity), ({ area }) => area >= minArea);
}
