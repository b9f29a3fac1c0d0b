import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './Verification.module.css';

/** The code as it stands on the report; case and hyphens do not matter. */
export function CodeForm({ code, onCheck }: { code: string; onCheck: (code: string) => void }) {
  const [typed, setTyped] = useState(code);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onCheck(typed.trim());
      }}
    >
      <TextInput
        label="Verification code"
        value={typed}
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">Check</Button>
    </form>
  );
}
