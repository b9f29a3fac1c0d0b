import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { visibleText } from '../../ui/format/visible-text.ts';
import type { KeptPicture } from './kept-picture.ts';
import classes from './OutboxPanel.module.css';
import { retryPicture } from './outbox.ts';
import { pictureWords, stateWords } from './outbox-words.ts';

/** One kept picture: whose, which, where it stands, and what can be done about it. */
export function KeptPictureRow({ picture, onRemove }: { picture: KeptPicture; onRemove: () => void }) {
  const { id, facts, state, reason, reportId } = picture;
  const name = `${pictureWords(picture)}, patient ${visibleText(facts.patientId)}`;
  return (
    <li className={classes.row}>
      <div>
        <strong>{visibleText(facts.patientId)}</strong>
        {facts.isGenerated && ' (generated)'}
        <br />
        {pictureWords(picture)}
        <br />
        <span className={classes.state} data-state={state}>
          {stateWords[state]}
          {reason !== null && `: ${reason}`}
        </span>
        {reportId !== null && (
          <>
            {' · '}
            <Link to={`/analysis/${encodeURIComponent(reportId)}`}>Open the report</Link>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        {state === 'refused' && (
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Send again: ${name}`}
            onClick={() => void retryPicture(id)}
          >
            Send again
          </Button>
        )}
        <Button
          size="compact-md"
          variant="subtle"
          disabled={state === 'sending'}
          aria-label={`Remove: ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
