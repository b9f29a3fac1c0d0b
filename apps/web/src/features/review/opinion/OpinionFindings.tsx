import { Button, NativeSelect } from '@mantine/core';
import { capitalized } from '@second-read/core/report/sentences';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import type { ReviewedType } from '@second-read/core/review/review-module';
import { useState } from 'react';
import { IconPlus } from '../../../ui/icons/tool-icons.ts';
import { UndoLine } from '../../../ui/page/UndoLine.tsx';
import classes from '../Review.module.css';

type Finding = Opinion['findings'][number];

interface OpinionFindingsProps {
  types: readonly ReviewedType[];
  /** Of an exam: the image that is shown, from 0 along the stack, and what each is called. */
  images?: OpinionImages | undefined;
  findings: readonly Finding[];
  active: number;
  onActive: (at: number) => void;
  onChange: (findings: readonly Finding[]) => void;
}

const sideWords = [
  { value: '', label: 'Side not stated' },
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
  { value: 'both', label: 'Both' },
];

export interface OpinionImages {
  readonly shown: number | undefined;
  /** "slice 12 (image 45)", "right MLO". */
  readonly nameOf: (slice: number) => string;
}

/** What the reader sees, one line each; of an exam on the image that was shown. */
export function OpinionFindings(props: OpinionFindingsProps) {
  const { types, images, findings, active, onActive, onChange } = props;
  const [chosen, setChosen] = useState(types[0]?.type ?? '');
  const [removed, setRemoved] = useState<{ at: number; finding: Finding } | null>(null);
  const change = (at: number, next: Partial<Finding>) =>
    onChange(findings.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const add = () => {
    const slice = images?.shown;
    onChange([...findings, { type: chosen, side: null, ...(slice !== undefined && { slice }) }]);
    onActive(findings.length);
  };
  return (
    <>
      <ul className={classes.findings} aria-label="What you see">
        {findings.map((finding, at) => (
          <OpinionLine
            // Lines have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            finding={finding}
            number={at + 1}
            type={types.find(({ type }) => type === finding.type)}
            images={images}
            isActive={at === active}
            onActive={() => onActive(at)}
            onChange={(next) => change(at, next)}
            onRemove={() => {
              setRemoved({ at, finding });
              onChange(findings.filter((_, index) => index !== at));
            }}
          />
        ))}
      </ul>
      {removed && (
        <UndoLine
          said="A line of your opinion was removed."
          onUndo={() => {
            onChange(findings.toSpliced(removed.at, 0, removed.finding));
            setRemoved(null);
          }}
        />
      )}
      <div className={classes.add}>
        <NativeSelect
          size="xs"
          label="What you see"
          value={chosen}
          data={types.map(({ type, label }) => ({ value: type, label }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add to your opinion
        </Button>
      </div>
    </>
  );
}

interface OpinionLineProps {
  finding: Finding;
  number: number;
  type: ReviewedType | undefined;
  images: OpinionImages | undefined;
  isActive: boolean;
  onActive: () => void;
  onChange: (next: Partial<Finding>) => void;
  onRemove: () => void;
}

function OpinionLine(props: OpinionLineProps) {
  const { finding, number, type, images, isActive, onActive, onChange, onRemove } = props;
  const label = `${number}. ${type?.label ?? finding.type}`;
  return (
    <li className={classes.finding} data-decision={isActive ? 'accepted' : 'open'}>
      <div className={classes.findingHead}>
        <span className={classes.name}>{label}</span>
        <span className={classes.quiet}>{finding.place ? 'Marked' : ''}</span>
        {type?.hasSide && (
          <NativeSelect
            size="xs"
            aria-label={`Side of ${label}`}
            value={finding.side ?? ''}
            data={sideWords}
            onFocus={onActive}
            onChange={({ currentTarget: { value } }) =>
              onChange({ side: value === 'left' || value === 'right' || value === 'both' ? value : null })
            }
          />
        )}
        {images && <OnImage {...{ label, finding, images, onChange }} />}
        <Button size="compact-sm" variant="default" aria-label={`Remove ${label}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

type OnImageProps = Pick<OpinionLineProps, 'finding' | 'onChange'> & { label: string; images: OpinionImages };

/** The image that shows the finding best, and another one that is on the screen. */
function OnImage({ label, finding: { slice }, images: { shown, nameOf }, onChange }: OnImageProps) {
  return (
    <>
      <span>{slice === undefined ? 'Image not stated' : capitalized(nameOf(slice))}</span>
      {shown !== undefined && shown !== slice && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Move ${label} to ${nameOf(shown)}`}
          // A mark lies on the image that it was put on.
          onClick={() => onChange({ slice: shown, place: undefined })}
        >
          {`Move to ${nameOf(shown)}`}
        </Button>
      )}
    </>
  );
}
