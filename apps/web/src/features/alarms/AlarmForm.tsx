import { Button } from '@mantine/core';
import { modules } from '@second-read/analyses/catalogue';
import { useMay } from '../../api/account/rights.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Alarms.module.css';
import { BudgetField } from './BudgetField.tsx';
import { Receivers } from './Receivers.tsx';
import { useAlarmForm } from './use-alarm-form.ts';

/** Budgets and what they cost, and for administrators the receivers: loading, failed, or the form. */
export function AlarmForm() {
  const mayChange = useMay('administer');
  const form = useAlarmForm(mayChange);
  const { stored, draft, save } = form;
  if (stored.isPending) return <LoadingRows label="Loading the settings…" count={4} height={72} />;
  if (stored.isError && stored.data === undefined) {
    return (
      <StatusLine onRetry={() => void stored.refetch()} isBusy={stored.isFetching}>
        The settings could not be loaded. {stored.error.message}
      </StatusLine>
    );
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p className={classes.line}>
        The bell in the top bar notifies readers of urgent results. A budget decides which results notify; it
        changes neither reports nor the order of the worklist.
        {!mayChange && ' Administrators set it.'}
      </p>
      {modules.map(({ manifest, alarm, noAlarmCurve }) => (
        <BudgetField
          key={manifest.id}
          name={manifest.historyLabel}
          alarm={alarm}
          noCurve={noAlarmCurve}
          budget={draft.budgets[manifest.id]}
          isReadOnly={!mayChange}
          onChange={(budget) => form.setBudget(manifest.id, budget)}
        />
      ))}
      {mayChange && <Receivers emails={draft.emails} webhook={draft.webhook} onChange={form.change} />}
      {save.error && (
        <p role="alert" className={classes.warning}>
          Not saved. {save.error.message}
        </p>
      )}
      {mayChange && (
        <div className={classes.actions}>
          <Button type="submit" disabled={!form.isChanged} loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!form.isChanged} onClick={form.undo}>
            Undo changes
          </Button>
          <span role="status">{save.isSuccess && !form.isChanged ? 'Saved' : ''}</span>
        </div>
      )}
    </form>
  );
}
