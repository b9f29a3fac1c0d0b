/** The dependency rules (ARCHITECTURE.md), each with its reason. */
const pathNot = '\\.test\\.tsx?$|\\.test-support\\.ts$|\\.contract\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment:
        'core is the part a reviewer can check by reading: no Node, no DOM, no network, so the same bytes give the same findings everywhere. zod alone comes from outside: pure, and what is stored is parsed by the schema its type is inferred from.',
      severity: 'error',
      from: { path: '^core/src/', pathNot },
      to: { pathNot: '^(core/src|node_modules/zod)/' },
    },
    {
      name: 'analyses-stand-on-core-alone',
      comment:
        'A clinical module contributes data and pure functions; it must run in any host. zod: the schema of its reading.',
      severity: 'error',
      from: { path: '^analyses/', pathNot },
      to: { pathNot: '^(core/src|analyses|node_modules/zod)/' },
    },
    {
      name: 'analyses-do-not-know-each-other',
      comment:
        'Modules are added, validated and withdrawn one by one. Only `modality` is shared: every gate asks it what kind of picture this is.',
      severity: 'error',
      from: { path: '^analyses/([^/]+)/', pathNot },
      to: { path: '^analyses/([^/]+)/', pathNot: '^analyses/($1|modality)/' },
    },
    {
      name: 'modality-knows-no-module',
      comment: 'The shared gate must not depend on who asks.',
      severity: 'error',
      from: { path: '^analyses/modality/' },
      to: { path: '^analyses/(?!modality/)[^/]+/' },
    },
    {
      name: 'engines-stay-out-of-the-browser',
      comment: 'Engines are large and run in compute threads; the browser gets manifests and wording only.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^analyses/(engine-list\\.ts|engines\\.ts|[^/]+/engine/)', reachable: true },
    },
    {
      name: 'manifests-and-reports-stay-light',
      comment: 'What the browser loads of a module must not pull its engine in.',
      severity: 'error',
      from: { path: '^analyses/([^/]+/(manifest|module|report|reading)|catalogue|module-list)\\.ts$' },
      to: { path: '^analyses/(engine-list\\.ts|engines\\.ts|[^/]+/engine/)' },
    },
    {
      name: 'manifests-come-alone',
      comment: 'Lists load manifests without the schemas and the wording of the modules.',
      severity: 'error',
      from: { path: '^analyses/(manifests|manifest-list|[^/]+/manifest)\\.ts$' },
      to: {
        path: '^(analyses/(?!manifest-list\\.ts|[^/]+/manifest\\.ts)|core/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-and-server-meet-in-the-contract',
      comment: 'What both sides know is a schema, a pure function or a manifest, never an implementation.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'server-does-not-know-the-web',
      comment: 'The server serves built files; it never imports the application.',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what others rely on; it may not pull either side in.',
      severity: 'error',
      from: { path: '^apps/contract/', pathNot },
      to: { path: '^(apps/(server|web)|analyses)/' },
    },
    {
      name: 'server-modules-meet-at-the-door',
      comment: 'Another module is reached through its index.ts, so that its inside can change.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/modules/([^/]+)/',
        pathNot: ['^apps/server/src/modules/$1/', 'index\\.ts$'],
      },
    },
    {
      name: 'tables-belong-to-modules',
      comment:
        'A table is written by the module that owns it, which table-owners.test.ts holds; others ask that module.',
      severity: 'error',
      from: { path: '^apps/server/src/(http|cli|config|platform/(?!database/))', pathNot },
      to: { path: '^apps/server/src/platform/database/(schema\\.ts|tables/)' },
    },
    {
      name: 'only-the-context-picks-drivers',
      comment:
        'Server, command line and administration see ports; context.ts and context/ pick what stands behind them. Pure helpers beside a port (PNG, DICOM JSON, reading a file) are no drivers.',
      severity: 'error',
      from: { path: '^apps/server/src/(http|modules|admin|cli|(main|worker|cli|admin)\\.ts)', pathNot },
      to: {
        path: '^apps/server/src/platform/(blobs/(?!blobs\\.ts)|queue/(?!queue\\.ts)|signals/(?!signals\\.ts)|database/(?!schema\\.ts|tables/|key-columns\\.ts)|compute/(?!(compute|encode-png|read-bytes|forms/export-uid|dicom-web/dicom-json)\\.ts)|traces/(?!traces\\.ts)|pacs/(?!pacs\\.ts)|off-host/(?!off-host\\.ts))',
      },
    },
    {
      name: 'features-do-not-know-each-other',
      comment: 'Screens compose features; a feature that imports another cannot be moved or tested alone.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot },
      to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'features-do-not-know-screens',
      comment: 'Imports flow app → features → stage → ui.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|stage|ui|api)/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'ui is what every feature may use.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|api|stage)/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means two files are one; they cannot be understood apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file nothing reaches is dead or misplaced.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '\\.(c|m)?js$',
          'drizzle\\.config\\.ts$',
          '^e2e/',
          '^bench/',
          '^vitest',
          // Named in vitest.config.ts, which is not walked.
          '^apps/web/src/testing/set-patience\\.ts$',
          '^playwright',
          '^apps/web/vite\\.config\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-test-in-product',
      comment: 'Product code that needs test code is test code.',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^e2e/|^bench/|\\.contract\\.ts$' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    builtInModules: { add: [] },
  },
};
