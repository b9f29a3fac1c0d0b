import type { PicturesKnownReply } from '@second-read/contract/reports';
import type { SliceNoun } from '../../../stage/layout/slices.ts';

interface Told {
  readonly known: PicturesKnownReply;
  /** How many were asked about. */
  readonly of: number;
  readonly noun: 'image' | SliceNoun;
  /** Written for the reader. */
  readonly date: string;
  /** A patient ID was entered, so that it can be said whether it is the same. */
  readonly hasPatient: boolean;
}

/** What stands before and after the name of the earlier report; null where nothing was read before. */
export function knownWords({ known, of, noun, date, hasPatient }: Told) {
  const { latest } = known;
  if (!latest) return null;
  const whose = latest.same_patient ? 'for the same patient' : 'under another patient ID';
  const patient = hasPatient ? ` ${whose}` : '';
  if (noun === 'image')
    return {
      before: `This image was analyzed on ${date} as `,
      after: `${patient}. Analyzing it again uses one more trial.`,
    };
  const [which, were] =
    known.known === of
      ? [`All ${of}`, 'were']
      : [`${known.known} of ${of}`, known.known === 1 ? 'was' : 'were'];
  return {
    before: `${which} ${noun}s ${were} analyzed before, last on ${date} as `,
    after: `${patient}. Analyzing them again uses trials again.`,
  };
}
