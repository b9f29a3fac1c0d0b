import { expect, it } from 'vitest';
import { findSettings, topicOf, topics } from './topics.ts';

it('finds settings by all words, whatever their case, and names their topic', () => {
  const found = (search: string) => findSettings(search).map(({ topic, setting }) => [topic.id, setting]);
  expect(found('two READERS')).toEqual([['reading', 'Two readers']]);
  expect(found('webhook')).toEqual([['alarms', 'Webhook']]);
  expect(found('erasing nothing')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

it('opens the first topic where the address names none', () => {
  expect(topicOf(undefined)).toBe(topics[0]);
  expect(topicOf('retention').title).toBe('Retention');
});
