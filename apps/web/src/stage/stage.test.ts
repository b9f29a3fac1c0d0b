import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StackLook } from './look/stack-look.ts';
import { showOneToOne } from './one-to-one.ts';
import type { Picture } from './source/picture.ts';
import { Stage } from './stage.ts';

const picture = (id: string, side = 4): Picture => ({
  ...{ kind: 'grey', unit: 'HU', id, width: side, height: side, window: { centre: 0, width: 1 } },
  samples: new Uint8Array(side * side),
});

/** A stage of so many CSS pixels a side that draws nothing. */
function stageOf(side = 8): Stage {
  const canvas = {
    clientWidth: side,
    clientHeight: side,
    getContext: () => null,
    addEventListener: () => {},
  };
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

  it('shows an image pixel by pixel of the screen, on the grid of the screen, however small it is', () => {
    vi.stubGlobal('devicePixelRatio', 1);
    const stage = stageOf(100);
    stage.show(picture('a', 5));
    expect(stage.matrix()?.[0]).toBe(20);
    showOneToOne(stage);
    // In the middle it would begin at 47.5.
    expect(matrixOf(stage)).toEqual([1, 0, 0, 1, 48, 48]);
    vi.stubGlobal('devicePixelRatio', 2);
    showOneToOne(stage);
    expect(stage.matrix()?.[0]).toBe(0.5);
  });

  it('shows every pixel of an image whose pixels are oblong', () => {
    vi.stubGlobal('devicePixelRatio', 1);
    const stage = stageOf(100);
    stage.show({ ...picture('a'), spacing: { xMm: 2, yMm: 1, kind: 'calibrated' } });
    showOneToOne(stage);
    expect(matrixOf(stage)).toEqual([2, 0, 0, 1, 46, 48]);
  });
});
