import { expect, it } from 'vitest';
import { variableNames } from './environment.ts';
import { unknownVariableLines, unknownVariables } from './unknown-variables.ts';

it.each([
  ['IMAGE_UPLOAD_LIMIT', 'UPLOAD_LIMIT'],
  ['SECOND_READ_UPLOAD_LIMIT', 'UPLOAD_LIMIT'],
  ['UPLOAD_MB', 'MAX_UPLOAD_MB'],
  ['MAX_UPLOADS_MB', 'MAX_UPLOAD_MB'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
  ['SECOND_READ_COLOUR', undefined],
])('%s is named at the start, with the variable it may mean', (name, instead) => {
  expect(unknownVariables({ [name]: '1' })).toEqual([{ name, instead }]);
});

it('says in words that it is ignored', () => {
  expect(unknownVariableLines({ IMAGE_UPLOAD_LIMIT: '20' })).toEqual([
    'IMAGE_UPLOAD_LIMIT is not a setting of this program and is ignored. Did you mean UPLOAD_LIMIT? docs/settings.md lists all settings.',
  ]);
});

it('leaves alone what is known or of others', () => {
  const others = [
    'HOME',
    'HOSTNAME',
    'LANG',
    'PWD',
    'NODE_ENV',
    'npm_config_loglevel',
    'XDG_DATA_DIRS',
    'CI',
  ];
  const kubernetes = ['SECOND_READ_SERVICE_HOST', 'SECOND_READ_PORT_80_TCP_ADDR', 'SECOND_READ_SERVICE_PORT'];
  const names = [
    ...others,
    'E2E_DATA_DIR',
    ...kubernetes,
    'OTEL_RESOURCE_ATTRIBUTES',
    'SECOND_READ_KILLS',
    ...variableNames,
  ];
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
});
