import { percentText } from '@second-read/core/report/percent';
import type { CervixReading, framings } from '../reading/schema.ts';

/** What to do better in the next picture, one line. */
const framingAdvice: Readonly<Record<(typeof framings)[number], string | null>> = {
  usual: null,
  small: 'Picture quality: the cervix is small in the picture; move closer and repeat the picture.',
  cut_off:
    'Picture quality: the cervix is cut off by the border of the picture; center it or move back, and repeat the picture. What lies outside was not read.',
};

/** Picture quality, what was not assessed, technique. */
export function commentsOf({ legible, origin, input, texts }: CervixReading): string[] {
  if (!legible) return [];
  // What another engine assessed and how it took its picture only its own sentences tell.
  if (origin === 'wire') return [...texts.comments];
  const advice = input.framing === null ? null : framingAdvice[input.framing];
  const reflections =
    input.reflections === null || input.reflections < 0.1
      ? ''
      : `; reflections over ${percentText(input.reflections)} of it were left out of the color measures`;
  return [
    ...(advice === null ? [] : [advice]),
    'Not assessed: adequacy, surface, squamocolumnar junction, transformation zone type, grade, invasion, vessels and iodine.',
    `Technique: one photograph, read as taken after acetic acid${reflections}.`,
  ];
}
