import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Picture } from './source/picture.ts';
import { StackLook } from './stack-look.ts';
import { Stage } from './stage.ts';

const picture = (id: string): Picture => ({
  ...{ kind: 'grey', unit: 'HU', id, width: 4, height: 4, window: { centre: 0, width: 1 } },
  samples: new Uint8Array(16),
});

/** A stage of 8 × 8 CSS pixels that draws nothing. */
function stageOf(): Stage {
  const canvas = { clientWidth: 8, clientHeight: 8, getContext: () => null, addEventListener: () => {} };
  return new Stage(canvas as unknown as HTMLCanvasElement, {
    onRender: () => {},
    onMeasurements: () => {},
  });
}

const upright = [2, 0, 0, 2, 0, 0];
const turned = [0, 2, -2, 0, 8, 0];
const matrixOf = (stage: Stage) => stage.matrix()?.map((each) => each + 0);

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a stage', () => {
  it('shows another image upright, however the one before was turned', () => {
    const stage = stageOf();
    stage.show(picture('a'));
    expect(matrixOf(stage)).toEqual(upright);
    stage.turn('rotate');
    expect(matrixOf(stage)).toEqual(turned);
    stage.show(picture('b'));
    expect(matrixOf(stage)).toEqual(upright);
  });

  it('keeps a turn from slice to slice, and through a wait for the next one', () => {
    const [stage, look] = [stageOf(), new StackLook()];
    stage.show(picture('a'), { look, key: '1' });
    stage.turn('rotate');
    stage.show(null);
    stage.show(picture('b'), { look, key: '2' });
    expect(matrixOf(stage)).toEqual(turned);
    stage.show(picture('c'), { look: new StackLook(), key: '2' });
    expect(matrixOf(stage)).toEqual(upright);
  });
});
