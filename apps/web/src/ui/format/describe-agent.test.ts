import { expect, it } from 'vitest';
import { describeAgent } from './describe-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0 Safari/537.36 Edg/126.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/126.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/126.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('reads %s as %s', (agent, words) => {
  expect(describeAgent(agent)).toBe(words);
});
