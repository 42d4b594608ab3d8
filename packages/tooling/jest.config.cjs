/**
 * One run over the whole workspace. Node packages run in bare Node, which strips the types itself and loads shared
 * modules once per worker; browser packages run in jsdom, with types stripped by swc. Type errors are left to the type
 * check.
 */
const { existsSync } = require('node:fs')
const { availableParallelism } = require('node:os')
const path = require('node:path')

const root = path.resolve(__dirname, '../..')
const swc = [
  require.resolve('@swc/jest'),
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
]

/**
 * A child process, not a thread, since tests send signals and change the working directory. The runner is patched
 * (patches/): it sent its settings to all workers at the first one's request, and workers that did not listen yet hung.
 */
const bareNode = {
  rootDir: root,
  runner: [require.resolve('jest-light-runner'), { runtime: 'child_process' }],
  transform: {},
  setupFilesAfterEnv: [path.join(__dirname, 'src/time-limit.ts')],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
}

const inBrowser = {
  rootDir: root,
  transform: { '\\.[cm]?[jt]sx?$': swc },
  // ESM-only packages are compiled too; they lie below .pnpm.
  transformIgnorePatterns: [
    '/node_modules/(?!\\.pnpm/)(?!(@antv|@noble|@date-fns|date-fns|react-day-picker|d3-[a-z-]+|internmap|flru|typebox|suncalc|temporal-polyfill|temporal-spec|content-disposition|temporal-utils|kysely|cookie|@fastify/cookie|hucre|oxc-parser)/)',
  ],
  // antd's CommonJS build needs no compiling.
  moduleNameMapper: {
    '^antd/es/(.*)$': 'antd/lib/$1',
    '\\.(css|svg|png)$|\\?worker$': path.join(__dirname, 'src/style-stub.cjs'),
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // Jest looks global names up in a sandbox at each use, which makes arithmetic three times slower; `Math` is passed to
  // each module instead. Other names would collide with modules that declare them, as css-tree does with `String`.
  sandboxInjectedGlobals: ['Math'],
}

const nodePackages = [
  'contract',
  'import',
  'series',
  'time',
  'iv',
  'object-store',
  'release',
  'remote-kit',
  'gateway',
  'fleet',
  'standalone',
  'tooling',
]
const browserPackages = ['api-client', 'session', 'i18n', 'ui', 'federation']
/** Tests that need a document are `.test.tsx`. */
const browserFolders = [...browserPackages.map((name) => `packages/${name}`), 'shell', 'mfe-*']

/**
 * The service's tests with most SQL run a second time on PostgreSQL 15, where it is installed (Debian: postgresql-15);
 * `npm run test:postgres-15` runs all of them there.
 */
const onPostgres15 =
  process.env.POSTGRES_15 === 'all'
    ? ['src/**']
    : [
        'src/database/*',
        'src/{alarm/episodes,ingest/take-batch,telemetry/retention,energy/kept/roll-up,statistics/periods}',
        'src/export/routes',
        'src/trust/plans',
      ]
const hasPostgres15 = process.env.POSTGRES_15 === 'all' || existsSync('/usr/lib/postgresql/15/bin/postgres')

/**
 * The service's core tests on a Citus cluster (samples spread over two workers), where the extension for
 * PostgreSQL 15 is installed; `npm run test:citus` runs all tests there.
 */
const onCitus = process.env.CITUS === 'all' ? ['src/**'] : ['src/database/spread']
const hasCitus = process.env.CITUS === 'all' || existsSync('/usr/lib/postgresql/15/lib/citus.so')

/** Tests of the service; each makes databases on a server that all tests of the project share. */
const onServer = (name, parts) => ({
  ...bareNode,
  displayName: name,
  // Jest runs a file only once, even if several projects match it.
  globalSetup: path.join(root, `packages/service/src/testing/server/setup-${name}.ts`),
  globalTeardown: path.join(root, 'packages/service/src/testing/server/server-teardown.ts'),
  setupFiles: [path.join(root, `packages/service/src/testing/server/use-${name}.ts`)],
  testMatch: parts.map((part) => `<rootDir>/packages/service/${part}${part.endsWith('**') ? '/*' : ''}.test.ts`),
})

/** Tests for a single server only: row counts of plans, the server's version, tables that come and go. */
const withoutServer = {
  testPathIgnorePatterns: [
    '/node_modules/',
    '/database/(former-version|migrate|server-version)\\.test\\.ts$',
    '/trust/plans\\.test\\.ts$',
  ],
}
/** Tests for a cluster only. */
const withoutCluster = { testPathIgnorePatterns: ['/node_modules/', '/database/spread\\.test\\.ts$'] }

module.exports = {
  rootDir: root,
  // One more than cores: tests spend a third of their time waiting for a database, a process or a timer. With a single
  // worker the tests of several projects would share one project's settings.
  maxWorkers: availableParallelism() + 1,
  // Generous, since a busy machine is slow: the limit only ends tests that hang.
  testTimeout: 120_000,
  globalSetup: path.join(__dirname, 'src/temporary-folder.cjs'),
  testSequencer: path.join(__dirname, 'src/long-first.cjs'),
  projects: [
    ...(hasPostgres15 ? [{ ...onServer('postgres-15', onPostgres15), ...withoutCluster }] : []),
    // Without a cluster its test is skipped with a reason.
    { ...onServer('service', ['src/**']), ...(hasCitus ? withoutCluster : {}) },
    ...(hasCitus ? [{ ...onServer('citus', onCitus), ...withoutServer }] : []),
    {
      ...bareNode,
      displayName: 'node',
      testMatch: nodePackages.map((name) => `<rootDir>/packages/${name}/src/**/*.test.ts`),
    },
    {
      ...bareNode,
      displayName: 'page',
      setupFiles: [
        path.join(__dirname, 'src/page-code.ts'),
        path.join(root, 'packages/time/src/testing/use-temporal.ts'),
      ],
      testMatch: browserFolders.map((folder) => `<rootDir>/${folder}/src/**/*.test.ts`),
    },
    {
      ...inBrowser,
      displayName: 'browser',
      testEnvironment: 'jsdom',
      setupFiles: [
        path.join(__dirname, 'src/jsdom-setup.cjs'),
        path.join(root, 'packages/time/src/testing/use-temporal.ts'),
      ],
      setupFilesAfterEnv: [
        require.resolve('@testing-library/jest-dom'),
        path.join(__dirname, 'src/jsdom-patience.cjs'),
      ],
      testMatch: browserFolders.map((folder) => `<rootDir>/${folder}/src/**/*.test.tsx`),
    },
  ],
}
