import { describe, expect, it } from 'vitest';
import { alertText, type ChosenImage, emptyFlow, type Flow, nextFlow, type Problem } from './flow.ts';

const image: ChosenImage = { file: new File(['x'], 'a.png'), from: 'upload', isDicom: false };
const other: ChosenImage = { ...image, from: 'gallery' };
const problem: Problem = { kind: 'process', message: 'Server error occurred' };
const chosen: Flow<string> = { state: 'chosen', image, problem: null };
const analysing = nextFlow(chosen, { type: 'start', attempt: 1 });
const done: Flow<string> = { state: 'done', image, result: 'report' };

describe('the flow of an analysis', () => {
  it('begins without an image', () => {
    expect(emptyFlow.state).toBe('empty');
  });

  it('takes an image', () => {
    expect(nextFlow<string>(emptyFlow, { type: 'choose', image })).toEqual(chosen);
  });

  it('starts only with an image', () => {
    expect(nextFlow<string>(emptyFlow, { type: 'start', attempt: 1 })).toBe(emptyFlow);
    expect(analysing).toMatchObject({ state: 'analysing', step: { label: 'Preparing the image' } });
  });

  it('tells the steps of the running attempt', () => {
    const step = { label: 'Uploading 43 %', fraction: 0.43 };
    expect(nextFlow(analysing, { type: 'step', attempt: 1, step })).toMatchObject({ step });
  });

  it('ends with a result', () => {
    expect(nextFlow(analysing, { type: 'succeed', attempt: 1, result: 'report' })).toEqual(done);
  });

  it('returns to the chosen image on any error, and says it', () => {
    expect(nextFlow(analysing, { type: 'fail', attempt: 1, problem })).toEqual({ ...chosen, problem });
  });

  it('returns to the chosen image without a word when cancelled', () => {
    expect(nextFlow(analysing, { type: 'fail', attempt: 1, problem: null })).toEqual(chosen);
  });

  it('ignores what a cancelled or overtaken attempt still reports', () => {
    const second = nextFlow(chosen, { type: 'start', attempt: 2 });
    expect(nextFlow(second, { type: 'succeed', attempt: 1, result: 'stale' })).toBe(second);
    expect(nextFlow(second, { type: 'fail', attempt: 1, problem })).toBe(second);
    expect(nextFlow(chosen, { type: 'succeed', attempt: 1, result: 'stale' })).toBe(chosen);
  });

  it('keeps the image and the step while it runs, whatever is chosen meanwhile', () => {
    expect(nextFlow(analysing, { type: 'choose', image: other })).toBe(analysing);
    expect(nextFlow(analysing, { type: 'clear' })).toBe(analysing);
    expect(nextFlow(analysing, { type: 'start', attempt: 9 })).toBe(analysing);
  });

  it('sets a report aside for a new exam of the same picture, and takes it back', () => {
    const aside = nextFlow(done, { type: 'set-aside' });
    expect(aside).toEqual({ ...chosen, aside: 'report' });
    expect(nextFlow(aside, { type: 'take-back' })).toEqual(done);
    const failed = nextFlow(nextFlow(aside, { type: 'start', attempt: 4 }), {
      type: 'fail',
      attempt: 4,
      problem,
    });
    expect(failed).toEqual({ ...chosen, problem, aside: 'report' });
    expect(nextFlow(aside, { type: 'choose', image: other })).not.toHaveProperty('aside');
    expect(nextFlow(chosen, { type: 'take-back' })).toBe(chosen);
  });

  it('lets go of a report for another image', () => {
    expect(nextFlow(done, { type: 'choose', image: other })).toEqual({
      state: 'chosen',
      image: other,
      problem: null,
    });
    expect(nextFlow(done, { type: 'clear' })).toEqual(emptyFlow);
  });

  it('says why a file was not taken, and forgets it when dismissed', () => {
    const rejected = nextFlow<string>(emptyFlow, { type: 'reject', problem });
    expect(rejected).toEqual({ state: 'empty', problem });
    expect(nextFlow(rejected, { type: 'dismiss' })).toEqual(emptyFlow);
    expect(nextFlow(done, { type: 'reject', problem })).toBe(done);
  });
});

describe('the alert', () => {
  it('wraps a failed analysis in the words of the specification', () => {
    expect(alertText(problem)).toBe(
      'Error processing image: Server error occurred Please try again or contact support if the issue persists.',
    );
  });

  it('leaves a failure in the browser as it is', () => {
    expect(alertText({ kind: 'client', message: 'Invalid file format' })).toBe('Invalid file format');
  });
});
