/** Rule of its own run: folders that stand beside each other form no cycles. Tests may look anywhere. */
const { options } = require('./.dependency-cruiser.cjs');

const beside = [
  'core/src',
  'analyses/[^/]+',
  'apps/server/src',
  'apps/server/src/modules',
  'apps/server/src/platform',
  'apps/web/src',
  'apps/web/src/features',
];
const path = `^(${beside.join('|')})/[^/]+$`;

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Of two folders one stands on the other, never each on the other.',
      severity: 'error',
      scope: 'folder',
      from: { path },
      to: { circular: true, path },
    },
  ],
  options: { ...options, exclude: { path: '(^|/)dist|node_modules|\\.test\\.|/testing/|test-support' } },
};
