import { Button, Menu } from '@mantine/core';
import { moduleOf } from '@second-read/analyses/catalogue';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { Fragment } from 'react';
import { IconChevronDown } from '../../ui/icons/frame-icons.ts';
import { IconFileExport } from '../../ui/icons/tool-icons.ts';
import classes from './ExportMenu.module.css';
import { exportMenu, type MenuEntry } from './export-forms.ts';
import { type ExportOrder, useExport } from './use-export.ts';

interface ExportMenuProps extends ExportOrder {
  fullWidth?: boolean;
  /** A report of several pictures: forms of a single picture are not offered. */
  isExam?: boolean;
  /** Whether its reader chose images of it. */
  hasKeyImages?: boolean;
  /** Undefined where there is no PACS. */
  onSendToPacs?: (() => void) | undefined;
}

/** As high as there is room for; the rest is scrolled to. */
const inSight = { flip: true, shift: true, size: { padding: 8 } } as const;

/** "Export": a stored report in the forms that other systems read. */
export function ExportMenu(props: ExportMenuProps) {
  const { fullWidth = false, isExam = false, hasKeyImages = false, onSendToPacs, ...order } = props;
  const offered = { module: order.manifest.id, isExam, hasKeyImages };
  const { isBusy, error, save } = useExport(order);
  return (
    <div className={classes.export}>
      <Menu position="bottom-end" width={288} shadow="md" middlewares={inSight}>
        <Menu.Target>
          <Button
            variant="default"
            fullWidth={fullWidth}
            {...(fullWidth && { px: 8 })}
            // Not disabled: whoever came by the keyboard must not lose the place.
            aria-disabled={isBusy || undefined}
            data-disabled={isBusy || undefined}
            leftSection={<IconFileExport size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {isBusy ? 'Exporting...' : 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {exportMenu.map(({ heading, entries }) => (
            <Fragment key={heading}>
              <Menu.Label>{heading}</Menu.Label>
              {entriesFor(entries, offered).map(({ form, label, hint }) => (
                <Menu.Item key={form} disabled={isBusy} onClick={() => void save(form)}>
                  <span className={classes.label}>{label}</span>
                  <span className={classes.hint}>{hint}</span>
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          {onSendToPacs && (
            <>
              <Menu.Label>PACS</Menu.Label>
              <Menu.Item disabled={isBusy} onClick={onSendToPacs}>
                <span className={classes.label}>Send to PACS</span>
                <span className={classes.hint}>Choose what to send, see what was sent</span>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </div>
  );
}

interface Offered {
  readonly module: AnalysisId;
  readonly isExam: boolean;
  readonly hasKeyImages: boolean;
}

function entriesFor(entries: readonly MenuEntry[], { module, isExam, hasKeyImages }: Offered): MenuEntry[] {
  const { coding, exam } = moduleOf(module);
  return entries.filter(
    ({ needsCad, isOfPicture, isOfSlices, isOfKeyImages }) =>
      (!needsCad || coding.cad !== undefined) &&
      (!isOfKeyImages || hasKeyImages) &&
      !(isExam && isOfPicture) &&
      !(isExam && isOfSlices && exam?.noun !== 'slice'),
  );
}
