import type { DicomCardFacts } from '../../../stage/source/load-source.ts';
import { IconFileTypography } from '../../../ui/icons/tool-icons.ts';
import classes from './ViewerMessage.module.css';

/** Stands for a DICOM that this browser cannot draw before the server has read it. */
export function DicomCard({ facts }: { facts: DicomCardFacts }) {
  const entries = [
    ['Modality', facts.modality ?? 'not stated'],
    ['Size', facts.rows > 0 ? `${facts.columns} × ${facts.rows} px` : 'not stated'],
    ['Depth', facts.bitsStored > 0 ? `${facts.bitsStored} bit` : 'not stated'],
    ['Frames', String(facts.frames)],
  ];
  return (
    <div className={classes.message}>
      <IconFileTypography size={32} stroke={1.5} aria-hidden />
      <p className={classes.title}>DICOM, shown after analysis</p>
      <dl className={classes.facts}>
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
