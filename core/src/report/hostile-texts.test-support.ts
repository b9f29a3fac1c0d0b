/** Malicious patient IDs, and how they must be shown. */
export const hostileTexts: readonly (readonly [typed: string, shown: string])[] = [
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['"><img src=x onerror=alert(1)>', '"><img src=x onerror=alert(1)>'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['{{7*7}} #{7*7} %s %00', '{{7*7}} #{7*7} %s %00'],
  ["Robert'); DROP TABLE reports;--", "Robert'); DROP TABLE reports;--"],
  ['\u202e4321', '\ufffd4321'],
  ['12\u206634\u2069', '12\ufffd34\ufffd'],
  ['a\u0000b\u0007c', 'a\ufffdb\ufffdc'],
  ['42\u200b', '42\ufffd'],
  ['x'.repeat(200), 'x'.repeat(200)],
];
