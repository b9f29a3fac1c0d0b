import { useState } from 'react';
import classes from './InstallCommand.module.css';

/** In the folder of the program, with nothing else installed but Node. */
const command = 'npm start';
const shownMs = 2_000;

/** How to have it on a server of one's own: one line, copied by one button. */
export function InstallCommand() {
  const [copied, setCopied] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setCopied('copied');
    } catch {
      // Without TLS there is no clipboard: the command can be selected.
      setCopied('failed');
    }
    setTimeout(() => setCopied(null), shownMs);
  };
  return (
    <section className={classes.section} aria-labelledby="install-title">
      <h2 id="install-title" className={classes.title}>
        Run it on your own server
      </h2>
      <p className={classes.text}>
        With Node 20 or newer, in the folder of the program. It brings its own database and needs no GPU and
        no account anywhere.
      </p>
      <div className={classes.line}>
        <code className={classes.command}>{command}</code>
        <button type="button" className={classes.button} onClick={copy}>
          Copy command
        </button>
        <span role="status">
          {copied === 'copied' ? 'Copied' : copied === 'failed' ? 'Select the command to copy it' : ''}
        </span>
      </div>
    </section>
  );
}
