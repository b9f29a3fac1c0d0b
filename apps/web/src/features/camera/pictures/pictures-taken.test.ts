import { describe, expect, it } from 'vitest';
import { numberedNote, type PictureTaken, pictureToRead } from './pictures-taken.ts';

const picture = (id: string, note: PictureTaken['note']): PictureTaken => ({
  id,
  patientId: '0042',
  note,
  isLive: true,
  file: new File([id], `${id}.jpg`),
});
const before = picture('a', { acid: 'before' });
const after = picture('b', { acid: 'after', seconds: 62 });
const later = picture('c', { acid: 'after', seconds: 90 });

describe('the pictures of a patient', () => {
  it('are numbered in the order in which they were taken', () => {
    expect(numberedNote([before, after], 'b')).toEqual({
      acid: 'after',
      seconds: 62,
      picture: 2,
      pictures: 2,
    });
    expect(numberedNote([before], 'b')).toBeNull();
  });

  it('offer the last one after acetic acid to be read, else the last', () => {
    expect(pictureToRead([before, after, later, before])?.id).toBe('c');
    expect(pictureToRead([before])?.id).toBe('a');
    expect(pictureToRead([])).toBeUndefined();
    expect(pictureToRead([before, { ...after, keptAs: 'k' }])?.id).toBe('a');
  });
});
