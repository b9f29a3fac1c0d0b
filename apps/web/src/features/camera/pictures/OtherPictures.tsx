import { Alert, Button } from '@mantine/core';
import { visibleText } from '../../../ui/format/visible-text.ts';
import classes from './PictureTray.module.css';
import type { Pictures } from './use-pictures.ts';

interface OtherPicturesProps {
  pictures: Pictures;
  disabled: boolean;
  onBack: (patientId: string) => void;
}

/**
 * Pictures that were taken under another patient ID: they stay that patient's until someone says
 * otherwise.
 */
export function OtherPictures({ pictures, disabled, onBack }: OtherPicturesProps) {
  const { patientId, others, move } = pictures;
  return others.map(({ patientId: other, count }) => {
    const [theirs, mine] = [visibleText(other), visibleText(patientId)];
    const words = count === 1 ? '1 picture was taken' : `${count} pictures were taken`;
    return (
      <Alert key={other} role="status" color="accent" variant="light">
        {`${words} under patient ID ${theirs}.`}
        <div className={classes.others}>
          <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => onBack(other)}>
            {`Back to ${theirs}`}
          </Button>
          {patientId !== '' && (
            <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => move(other)}>
              {`Same patient: use ${count === 1 ? 'it' : 'them'} for ${mine}`}
            </Button>
          )}
        </div>
      </Alert>
    );
  });
}
