import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { IconDownload } from '../../ui/icons/frame-icons.ts';
import { saveFile } from '../../ui/save-file.ts';
import classes from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The user says that they are kept. */
  onKept: () => void;
}

/**
 * Codes for when the authenticator app is lost. The server told them once, and this is where they are seen.
 */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const save = () => {
    const lines = ['Second Read: recovery codes. Each works once.', ...codes];
    saveFile(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }), 'second-read-recovery-codes.txt');
  };
  return (
    <section className={classes.panel} aria-labelledby={title}>
      <h3 id={title} className={classes.title} ref={heading} tabIndex={-1}>
        Recovery codes
      </h3>
      <p className={classes.text}>
        If you lose your authenticator app, each of these codes signs you in once. Store them safely: they are
        not shown again.
      </p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          Download
        </Button>
        <Button onClick={onKept}>I’ve saved these codes</Button>
      </div>
    </section>
  );
}
