import { captureWords } from '@second-read/core/report/capture-note';
import type { KeptPicture, KeptState } from './kept-picture.ts';

const counted = (count: number, rest: string) => `${count} ${count === 1 ? 'picture' : 'pictures'} ${rest}`;

/** Where the kept pictures stand, in one line: the most pressing first. */
export function outboxWords(pictures: readonly Pick<KeptPicture, 'state'>[], isOnline: boolean): string {
  const of = (state: KeptState) => pictures.filter((picture) => picture.state === state).length;
  const waiting = of('waiting') + of('sending');
  if (of('refused') > 0) return `${counted(of('refused'), 'not accepted')}.`;
  if (waiting > 0 && !isOnline)
    return `${counted(waiting, waiting === 1 ? 'waits' : 'wait')} for the network.`;
  if (of('sending') > 0) return `Sending ${waiting} ${waiting === 1 ? 'picture' : 'pictures'}.`;
  if (waiting > 0) return `${counted(waiting, waiting === 1 ? 'waits' : 'wait')} for the server.`;
  return `${counted(of('sent'), 'sent')}.`;
}

/** What a picture is called in the list: as in its report. */
export function pictureWords({ facts }: Pick<KeptPicture, 'facts'>): string {
  return facts.capture ? captureWords(facts.capture) : facts.fileName;
}

export const stateWords: Readonly<Record<KeptState, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  refused: 'Not accepted',
};
