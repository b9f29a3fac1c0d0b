import { expect, it } from 'vitest';
import { newMeasurement } from '../measuring/measurement-shape.ts';
import { SharedWindow, StackLook } from './stack-look.ts';

it('two exams side by side have one window and are drawn together, and each its own measurements', () => {
  const window = new SharedWindow();
  const [current, prior] = [new StackLook(window), new StackLook(window)];
  const drawn: string[] = [];
  current.follow(() => drawn.push('current'));
  const leave = prior.follow(() => drawn.push('prior'));
  current.window = { centre: 40, width: 80 };
  current.changed();
  expect(prior.window).toEqual({ centre: 40, width: 80 });
  expect(drawn).toEqual(['current', 'prior']);
  current.measurements.put('slice-0001', newMeasurement('probe', [[1, 1]]));
  expect(prior.measurements.on('slice-0001')).toEqual([]);
  leave();
  current.changed();
  expect(drawn).toEqual(['current', 'prior', 'current']);
  expect(new StackLook().window).toBeNull();
});
