import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { keepComponents, largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area, difference, intersection, invert, union } from '@second-read/core/pixels/regions/mask-logic';

/** Air in the picture, parted by where it lies. */
export interface Air {
  /** Around the body, with table and clothing: air that holds a corner of the picture. */
  readonly outside: Mask;
  /** The part of it that reaches from side to side of the picture, as between body and table. */
  readonly acrossPicture: Mask;
  /** Dark regions that the body encloses, large enough to be part of a lung. */
  readonly inside: Mask;
  /** The same, however small: airways among them. */
  readonly enclosed: Mask;
  /** The body with everything it encloses; its shell without table and clothing. */
  readonly body: Mask;
}

/** Share of the picture below which a dark spot is no part of a lung. */
const minShare = 0.002;
/** Table shells, clothing and skin folds are thinner than twice this, at 512 pixels. */
const thinRadius = 4;
/** With less surrounding air than this the picture is cropped to the chest. */
const croppedBelow = 0.15;

/**
 * Parts dark pixels into outside and inside. A lung cut by the border of a tight crop stays inside: only
 * air at a corner, along most of one side, or from side to side in one half of the picture, as between body
 * and table, is taken for the surroundings.
 */
export function findAir(plane: GreyPlane, threshold: number): Air {
  const dark = darkerThan(plane, threshold);
  const components = connectedComponents(dark, 4);
  const { width, height } = plane;
  const contacts = borderContacts(components.labels.data, width, height, components.components.length);
  const isOutside = (component: Component): boolean => {
    const contact = contacts[component.label];
    if (contact === undefined) return false;
    const longestSide = Math.max(
      contact.top / width,
      contact.bottom / width,
      contact.left / height,
      contact.right / height,
    );
    return contact.corners > 0 || longestSide > 0.6;
  };
  const around = keepComponents(components, isOutside);
  const isBetweenSides = ({ label, box }: Component): boolean => {
    const contact = contacts[label];
    const isInOneHalf = box.y > height / 2 || box.y + box.height < height / 2;
    return isInOneHalf && contact !== undefined && contact.left > 0 && contact.right > 0;
  };
  const acrossPicture = keepComponents(components, isBetweenSides);
  const outside = union(around, acrossPicture);
  const large = keepComponents(components, ({ area }) => area >= minShare * width * height);
  const body = findBody(invert(dark), area(around) < croppedBelow * width * height);
  const enclosed = intersection(difference(dark, outside), body);
  return { outside, acrossPicture, inside: intersection(large, enclosed), enclosed, body };
}

/** The largest bright region that is nowhere thin, holes filled; a tight crop's border counts as body. */
function findBody(bright: Mask, cropped: boolean): Mask {
  const { width, height } = bright;
  const radius = Math.max(1, Math.round((thinRadius * Math.max(width, height)) / 512));
  const body = largestComponent(opening(bright, disc(radius)), 4);
  if (!cropped) return fillHoles(body);
  const framed = { ...body, data: body.data.slice() };
  for (let x = 0; x < width; x++) framed.data[x] = framed.data[(height - 1) * width + x] = 1;
  for (let y = 0; y < height; y++) framed.data[y * width] = framed.data[(y + 1) * width - 1] = 1;
  return fillHoles(framed);
}

function darkerThan(plane: GreyPlane, threshold: number): Mask {
  const out = mask(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (plane.data[i] ?? 0) < threshold ? 1 : 0;
  return out;
}

interface Contact {
  top: number;
  bottom: number;
  left: number;
  right: number;
  corners: number;
}

function borderContacts(labels: Int32Array, width: number, height: number, count: number): Contact[] {
  const contacts = Array.from({ length: count + 1 }, () => ({
    top: 0,
    bottom: 0,
    left: 0,
    right: 0,
    corners: 0,
  }));
  const at = (x: number, y: number): Contact | undefined => {
    const label = labels[y * width + x] ?? 0;
    return label === 0 ? undefined : contacts[label];
  };
  const add = (contact: Contact | undefined, side: keyof Contact): void => {
    if (contact !== undefined) contact[side]++;
  };
  for (let x = 0; x < width; x++) {
    add(at(x, 0), 'top');
    add(at(x, height - 1), 'bottom');
  }
  for (let y = 0; y < height; y++) {
    add(at(0, y), 'left');
    add(at(width - 1, y), 'right');
  }
  for (const y of [0, height - 1]) {
    for (const x of [0, width - 1]) add(at(x, y), 'corners');
  }
  return contacts;
}
