import { Button } from '@mantine/core';
import type { Preferences } from '@second-read/contract/preferences';
import {
  type KeyProblem,
  type KeyScope,
  keyProblem,
  keyScopes,
  keysOf,
  usualKeys,
} from '@second-read/core/keyboard/key-map';
import { useState } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import { scopeWords, wordsOfAction } from './action-words.ts';
import { KeyField } from './KeyField.tsx';
import classes from './Settings.module.css';

type Keys = NonNullable<Preferences['keys']>;

interface KeyboardSettingsProps {
  keys: Keys;
  onChange: (keys: Keys) => void;
}

/** Every key that can be changed. Two actions of one part of the screen never have the same. */
export function KeyboardSettings({ keys, onChange }: KeyboardSettingsProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const change = (scope: KeyScope, action: string, key: string) => {
    const next = withKey(keys, { scope, action, key });
    const problem = keyProblem(next);
    setRefused(problem && problemWords(problem, { scope, action, key }));
    if (problem === null) onChange(next);
  };
  const reset = () => {
    setRefused(null);
    onChange({});
  };
  return (
    <Panel title="Keyboard">
      <p className={classes.quiet}>
        Choose an action, then press its new key. Arrows, digits, Enter, Escape, <kbd>?</kbd> and <kbd>/</kbd>{' '}
        stay as they are.
      </p>
      <p role="alert" className={classes.problem}>
        {refused}
      </p>
      <div className={classes.scopes}>
        {keyScopes.map((scope) => (
          <section key={scope} aria-label={`Keys: ${scopeWords[scope]}`}>
            <h3 className={classes.scope}>{scopeWords[scope]}</h3>
            <ul className={classes.keys}>
              {Object.entries(keysOf(scope, keys)).map(([action, key]) => (
                <KeyField
                  key={action}
                  label={wordsOfAction(scope, action)}
                  value={key}
                  isChanged={keys[scope]?.[action] !== undefined}
                  onKey={(pressed) => change(scope, action, pressed)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Button variant="default" disabled={Object.keys(keys).length === 0} onClick={reset}>
        Reset all keys
      </Button>
    </Panel>
  );
}

interface KeyChange {
  readonly scope: KeyScope;
  readonly action: string;
  readonly key: string;
}

/** Without entries that say what is so anyway. */
function withKey(keys: Keys, { scope, action, key }: KeyChange): Keys {
  const { [action]: _before, ...others } = keys[scope] ?? {};
  const usual: Readonly<Record<string, string>> = usualKeys[scope];
  const own = usual[action] === key ? others : { ...others, [action]: key };
  const { [scope]: _scope, ...rest } = keys;
  return Object.keys(own).length === 0 ? rest : { ...rest, [scope]: own };
}

function problemWords(problem: KeyProblem, { scope, action, key }: KeyChange): string {
  const shown = key.toUpperCase();
  if (problem.kind === 'taken') {
    // Where both were changed at some time, the map does not tell which came first.
    const holder = problem.by === action ? problem.action : problem.by;
    return `${shown} is the key of “${wordsOfAction(scope, holder)}” already. Nothing was changed.`;
  }
  if (problem.kind === 'fixed') return `${shown} has a meaning of its own here. Nothing was changed.`;
  return 'Choose a letter or a sign. Nothing was changed.';
}
