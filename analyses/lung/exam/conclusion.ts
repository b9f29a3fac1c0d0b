import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { isMass } from './lesion-name.ts';
import type { Lesion } from './lesions.ts';
import type { WholeLungs } from './lungs.ts';
import { opacityFrom } from './operating-point.ts';

/** The report of a chest CT in one sentence, by its largest lesion; then what follows and the opacities. */
export function conclusionOf(named: readonly Lesion[], lungs: WholeLungs): string {
  if (lungs.extent === undefined) return 'No conclusion: no lung was found on the slices.';
  const opacity = Math.max(lungs.leftOpacity, lungs.rightOpacity) >= opacityFrom;
  const opacities = opacity
    ? ` Opacities over ${shareText(lungs.groundGlass + lungs.consolidation)} of the lungs.`
    : '';
  const [largest, ...others] = named.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (largest === undefined) return `No nodule or mass identified.${opacities}`;
  const advice = named.some(isMass) ? ' Suspicious for malignancy; further work-up is advised.' : '';
  return `${capitalized(lesionWords(largest))}${othersWords(others)}.${advice}${opacities}`;
}

/** In millimeters, or in pixels where no slice tells their size. */
function sizeOf({ diameterMm, diameterPx }: Lesion): number {
  return diameterMm ?? diameterPx;
}

/** "solid mass of 62 mm in the right lung" */
function lesionWords(lesion: Lesion): string {
  const { kind, side, diameterMm } = lesion;
  return [
    ...(kind === null ? [] : [kind]),
    isMass(lesion) ? 'mass' : 'nodule',
    ...(diameterMm === null ? [] : [`of ${diameterMm.toFixed(0)} mm`]),
    ...(side === null ? [] : [`in the ${side} lung`]),
  ].join(' ');
}

/** ", and 2 smaller masses and a smaller nodule" */
function othersWords(others: readonly Lesion[]): string {
  const masses = others.filter(isMass).length;
  const counted = [
    ...(masses === 0 ? [] : [masses === 1 ? 'a smaller mass' : `${masses} smaller masses`]),
    ...nodulesWords(others.length - masses),
  ];
  return counted.length === 0 ? '' : `, and ${counted.join(' and ')}`;
}

function nodulesWords(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? 'a smaller nodule' : `${count} smaller nodules`];
}
