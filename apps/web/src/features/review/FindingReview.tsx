import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { CodedValue } from '@second-read/core/review/change';
import { rejectReasonWords, sideDescriptor } from '@second-read/core/review/change';
import { type ReactNode, useId, useState } from 'react';
import { IconCheck, IconRuler2 } from '../../ui/icons/frame-icons.ts';
import { IconPencil, IconPolygon, IconUnlink } from '../../ui/icons/tool-icons.ts';
import type { DrawingControl } from './drawing-task.ts';
import type { ListedFinding } from './listed-findings.ts';
import { MeasureField } from './MeasureField.tsx';
import { OtherReason } from './OtherReason.tsx';
import { RejectMenu } from './RejectMenu.tsx';
import classes from './Review.module.css';
import { canReject } from './use-finding-keys.ts';
import type { Wish } from './use-review.ts';

interface FindingReviewProps {
  listed: ListedFinding;
  onChange: (wish: Wish) => void;
  /** Where the picture beside the list can be drawn in. */
  drawing?: DrawingControl | undefined;
  isRejecting?: boolean;
  onRejecting?: (isRejecting: boolean) => void;
  /** Whether it is selected to be merged; undefined where there is nothing to merge it with. */
  selection?: Selection | undefined;
  /** What splits it, where it has parts; `open`: whether that is shown. */
  split?: Split | undefined;
}

interface Selection {
  isOn: boolean;
  choose: () => void;
}

interface Split {
  isOpen: boolean;
  toggle: () => void;
  content: ReactNode;
}

const decisionWords = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  changed: 'Changed',
  added: 'Added',
} as const;

/** One finding: accepted, rejected with a reason, or changed. */
export function FindingReview(props: FindingReviewProps) {
  const { listed, onChange, drawing, isRejecting = false, onRejecting = () => {} } = props;
  const { selection, split } = props;
  const { finding, label, type, decision } = listed;
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const isRejected = decision?.decision === 'rejected';
  const hasFields = type.descriptors.length > 0 || type.measurements.length > 0 || type.hasSide;
  const isThere = finding.state === 'found';
  return (
    <li className={classes.finding} data-decision={decision?.decision ?? 'open'} tabIndex={-1}>
      <div className={classes.findingHead}>
        {selection && (
          <Checkbox
            size="xs"
            aria-label={`Select ${label} to merge it`}
            checked={selection.isOn}
            onChange={selection.choose}
          />
        )}
        <span className={classes.name} data-rejected={isRejected || undefined}>
          {label}
        </span>
        <span className={classes.quiet}>
          {decision
            ? decision.parts && !isRejected
              ? `Merged of ${decision.parts.length}`
              : decisionWords[decision.decision]
            : isThere
              ? certaintyWords(finding.certainty)
              : 'Not found'}
          {decision?.reason && `: ${decision.text ?? rejectReasonWords[decision.reason]}`}
        </span>
        <span className={classes.choices}>
          <Button
            size="compact-sm"
            variant={decision?.decision === 'accepted' ? 'filled' : 'default'}
            leftSection={<IconCheck size={14} aria-hidden />}
            aria-label={`Accept ${label}`}
            aria-pressed={decision?.decision === 'accepted'}
            onClick={() => onChange({ kind: 'accept', finding: finding.id })}
          >
            Accept
          </Button>
          {canReject(listed) && (
            <RejectMenu listed={listed} onChange={onChange} isOpen={isRejecting} onOpen={onRejecting} />
          )}
          {hasFields && !isRejected && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              aria-label={`Change ${label}`}
              aria-expanded={isOpen}
              aria-controls={fieldsId}
              onClick={() => setOpen(!isOpen)}
            >
              Change
            </Button>
          )}
          {drawing && isThere && !isRejected && drawing.canOutline(finding.type) && (
            <OutlineButton id={finding.id} label={label} drawing={drawing} />
          )}
          {split && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconUnlink size={14} aria-hidden />}
              aria-label={`Split ${label}`}
              aria-expanded={split.isOpen}
              onClick={split.toggle}
            >
              Split
            </Button>
          )}
        </span>
      </div>
      {split?.isOpen && split.content}
      {isRejected && decision?.reason === 'other' && (
        <div className={classes.fields}>
          <OtherReason listed={listed} onChange={onChange} />
        </div>
      )}
      {isOpen && !isRejected && (
        <div id={fieldsId} className={classes.fields}>
          <Fields listed={listed} onChange={onChange} drawing={drawing} />
        </div>
      )}
    </li>
  );
}

interface OutlineButtonProps {
  id: string;
  label: string;
  drawing: DrawingControl;
}

function OutlineButton({ id, label, drawing: { task, choose } }: OutlineButtonProps) {
  const isOn = task?.kind === 'outline' && task.finding === id;
  return (
    <Button
      size="compact-sm"
      variant={isOn ? 'filled' : 'default'}
      leftSection={<IconPolygon size={14} aria-hidden />}
      aria-label={`Outline ${label}`}
      aria-pressed={isOn}
      onClick={() => choose({ kind: 'outline', finding: id })}
    >
      Outline
    </Button>
  );
}

interface MeasureButtonsProps {
  finding: string;
  label: string;
  type: ListedFinding['type'];
  drawing: DrawingControl;
}

/** One for each length that can be measured by a line in the picture. */
function MeasureButtons({ finding, label, type, drawing: { unit, choose } }: MeasureButtonsProps) {
  return type.measurements
    .filter(({ units }) => units.includes(unit))
    .map(({ quantity, label: words }) => (
      <Button
        key={quantity}
        size="compact-sm"
        variant="default"
        leftSection={<IconRuler2 size={14} aria-hidden />}
        aria-label={`Measure ${words.toLowerCase()} of ${label} in the image`}
        onClick={() => choose({ kind: 'measure', finding, quantity, label: words })}
      >
        Measure in the image
      </Button>
    ));
}

function certaintyWords(certainty: number | null): string {
  return certainty === null ? 'Found' : `Found, ${certainty.toFixed(1)} %`;
}

const sideOptions = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
  { value: 'both', label: 'Both' },
  { value: null, label: 'Not stated' },
] as const;

function Fields({ listed: { finding, type, label }, onChange, drawing }: FindingReviewProps) {
  const descriptors = [
    ...type.descriptors,
    ...(type.hasSide ? [{ name: sideDescriptor, label: 'Side', values: [...sideOptions] }] : []),
  ];
  const present = (name: string): CodedValue =>
    name === sideDescriptor ? finding.side : ((finding.descriptors?.[name] ?? null) as CodedValue);
  return (
    <>
      {descriptors.map(({ name, label: words, values }) => (
        <NativeSelect
          key={name}
          size="xs"
          label={words}
          aria-label={`${words} of ${label}`}
          value={String(present(name))}
          data={values.map(({ value, label: option }) => ({ value: String(value), label: option }))}
          onChange={(event) => {
            const chosen = values.find(({ value }) => String(value) === event.currentTarget.value);
            if (!chosen) return;
            onChange({ kind: 'describe', finding: finding.id, descriptor: name, to: chosen.value });
          }}
        />
      ))}
      {type.measurements.map((measure) => (
        <MeasureField
          key={`${measure.quantity} ${measure.units[0]}`}
          finding={finding}
          measure={measure}
          onChange={onChange}
        />
      ))}
      {drawing && <MeasureButtons finding={finding.id} label={label} type={type} drawing={drawing} />}
    </>
  );
}
