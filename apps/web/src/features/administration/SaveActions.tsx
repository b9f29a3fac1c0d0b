import { Button } from '@mantine/core';
import classes from './Administration.module.css';

interface SaveActionsProps {
  isChanged: boolean;
  /** Whether what is typed can be saved. */
  canSave: boolean;
  isSaving: boolean;
  isSaved: boolean;
  problem: string | null;
  onCancel: () => void;
}

/** The end of a form of settings: why it was not saved, saving and canceling. */
export function SaveActions({ isChanged, canSave, isSaving, isSaved, problem, onCancel }: SaveActionsProps) {
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving} disabled={!canSave}>
          Save
        </Button>
        {isChanged && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <span role="status" className={classes.quiet}>
          {isSaved && !isChanged && 'Saved.'}
        </span>
      </div>
    </>
  );
}
