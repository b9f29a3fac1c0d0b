import { manifests } from '@second-read/analyses/manifests';
import { screenPaths } from '@second-read/contract/screens';
import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('are known to the server, which answers any other address with 404', () => {
  const known: readonly string[] = [...screenPaths, ...manifests.map(({ route }) => route)];
  const all = Object.values(paths).flatMap((path) =>
    path.endsWith('?') ? [path.replace(/\/:\w+\?$/, ''), path.slice(0, -1)] : [path],
  );
  expect(all.filter((path) => !known.includes(path))).toEqual([]);
});
