import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FindingTooltip } from './FindingTooltip.tsx';

afterEach(cleanup);

const mass = { type: 'mass', label: 'Mass', colour: '#2ECC71', found: true, details: [] };
const place = { x: 10, y: 10, stageWidth: 400, stageHeight: 300 };
const text = () => screen.getByRole('tooltip').textContent;

it('captions a confidence that nothing measured, as the report does', () => {
  const finding = { ...mass, confidence: 99, confidenceNote: 'fixed display value' };
  render(<FindingTooltip finding={finding} place={place} />);
  expect(text()).toBe('Mass99.0 %fixed display value');
});

it('shows a measured confidence alone, and none where there is none', () => {
  const { rerender } = render(<FindingTooltip finding={{ ...mass, confidence: 81.7 }} place={place} />);
  expect(text()).toBe('Mass81.7 %');
  rerender(<FindingTooltip finding={{ ...mass, confidence: null }} place={place} />);
  expect(text()).toBe('Mass');
});
