import { variableNames } from './environment.ts';

/** Begin no other program's variables, so whatever begins so is meant for this one. */
const ownBeginnings = [
  'SECOND_READ_',
  'PACS_',
  'MEDIA_',
  'DATA_KEY',
  'SESSION_',
  'WORKER_',
  'METRICS_',
  'UPLOAD_',
];
/** Read by tests and tools of this project alone. */
const ofTools = new Set([
  'E2E_DATA_DIR',
  'SECOND_READ_DATA',
  'SECOND_READ_KILLS',
  'SECOND_READ_SECONDS_AWAY',
]);
/** What Kubernetes sets for each service, so also for one named after this program. */
const ofKubernetes = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP)(_\w+)?)?$/;

/**
 * Variables that seem to be meant for this program and do not exist, with the one each may mean: a
 * mistyped name would else be ignored without a word.
 */
export function unknownVariables(
  variables: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly instead: string | undefined }[] {
  const known: readonly string[] = variableNames;
  return Object.keys(variables)
    .filter((name) => !known.includes(name) && !ofTools.has(name) && !ofKubernetes.test(name))
    .map((name) => ({ name, instead: known.find((each) => isLike(name, each)) }))
    .filter(
      ({ name, instead }) => instead !== undefined || ownBeginnings.some((each) => name.startsWith(each)),
    );
}

/** One has all words of the other and more, in any order, or they differ by two letters at most. */
function isLike(name: string, own: string): boolean {
  const [words, ownWords] = [name.split('_'), own.split('_')];
  if (ownWords.length > 1 && ownWords.every((word) => words.includes(word))) return true;
  if (words.length > 1 && words.every((word) => ownWords.includes(word))) return true;
  return own.length > 6 && isWithinEdits(name, own, 2);
}

/** Whether so many letters added, left out or exchanged make one of the other. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (edits === 0 || Math.abs(a.length - b.length) > edits) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  const [restA, restB] = at < 0 ? ['', b.slice(a.length)] : [a.slice(at), b.slice(at)];
  return (
    isWithinEdits(restA.slice(1), restB, edits - 1) ||
    isWithinEdits(restA, restB.slice(1), edits - 1) ||
    isWithinEdits(restA.slice(1), restB.slice(1), edits - 1)
  );
}

/** For the person who starts the program: one line each. */
export function unknownVariableLines(variables: Readonly<Record<string, string | undefined>>): string[] {
  return unknownVariables(variables).map(
    ({ name, instead }) =>
      `${name} is not a setting of this program and is ignored.${instead ? ` Did you mean ${instead}?` : ''} docs/settings.md lists all settings.`,
  );
}
