/**
 * Allowed imports: the table of the README as data. Each row becomes dependency-cruiser rules, and
 * boundaries.test.ts checks that every forbidden import is reported.
 * `may`: workspace folders; `npm`: packages (undefined: any that package.json declares); `node`: Node's own modules,
 * `nodeIn`: Node's modules in this one folder only.
 */
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '../../..')
const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'))
const browserPackages = ['contract', 'api-client', 'session', 'i18n', 'ui']
/** Additional packages of remotes that read owners' files. */
const filesOf = { 'mfe-station': ['import'], 'mfe-functions': ['iv'] }
const page = ['react', 'react-dom', 'react-router-dom']

const folders = [
  { name: 'contract', path: 'packages/contract', may: [], npm: ['typebox'] },
  // Pure arithmetic on curves, for the service and the browser.
  { name: 'series', path: 'packages/series', may: [], npm: [] },
  // Also pure; only its command line reads files.
  { name: 'iv', path: 'packages/iv', may: [], npm: [], nodeIn: 'packages/iv/src/bin' },
  // Parsers of measured files; pure, for the importer and the browser.
  { name: 'import', path: 'packages/import', may: ['time'], npm: ['hucre'] },
  // A calendar over Temporal; knows time zones, but nothing about plants.
  { name: 'time', path: 'packages/time', may: [], npm: ['temporal-polyfill'] },
  {
    name: 'ui',
    path: 'packages/ui',
    may: ['series', 'time'],
    npm: [
      'react',
      'react-dom',
      'antd',
      '@ant-design/icons',
      '@antv/g2',
      'd3-geo',
      'react-day-picker',
      'react-easy-crop',
      'topojson-client',
      'uqr',
      'world-atlas',
    ],
  },
  {
    name: 'i18n',
    path: 'packages/i18n',
    may: ['contract'],
    npm: ['react', 'i18next', 'react-i18next', '@photostructure/tz-lookup'],
  },
  {
    name: 'api-client',
    path: 'packages/api-client',
    may: ['contract'],
    npm: ['react', 'axios', '@tanstack/react-query'],
  },
  { name: 'session', path: 'packages/session', may: ['contract', 'api-client'], npm: ['react', 'zustand'] },
  { name: 'federation', path: 'packages/federation', may: ['contract', 'time'], node: true },
  ...remotes.map((name) => ({
    name,
    path: name,
    may: [...browserPackages, 'time', 'federation/remote', ...(filesOf[name] ?? [])],
    // The account's pages make passkeys.
    npm: name === 'mfe-account' ? [...page, '@simplewebauthn/browser'] : page,
  })),
  {
    name: 'shell',
    path: 'shell',
    may: [...browserPackages, 'federation/host', 'federation/remote'],
    npm: [...page, '@simplewebauthn/browser'],
  },
  // Packs and signs a team's upload in the team's repository; its double of the shell consists of the shell's packages.
  { name: 'remote-kit', path: 'packages/remote-kit', may: [...browserPackages, 'federation/remote'], node: true },
  // The client of a bucket: knows neither releases nor pictures.
  { name: 'object-store', path: 'packages/object-store', may: [], npm: ['aws4fetch'], node: true },
  { name: 'release', path: 'packages/release', may: ['contract', 'object-store', 'remote-kit'], node: true },
  {
    name: 'service',
    path: 'packages/service',
    may: ['contract', 'import', 'iv', 'object-store', 'series', 'time'],
    node: true,
  },
  { name: 'gateway', path: 'packages/gateway', may: ['contract', 'import', 'time'], node: true },
  { name: 'fleet', path: 'packages/fleet', may: ['contract', 'gateway', 'import', 'time'], node: true },
  {
    name: 'standalone',
    path: 'packages/standalone',
    may: ['contract', 'service', 'object-store', 'release', 'fleet', 'remote-kit'],
    node: true,
  },
  { name: 'tooling', path: 'packages/tooling', may: ['contract'], node: true },
  // Benchmarks serve the portal over TLS.
  { name: 'e2e', path: 'e2e', may: ['contract', 'time', 'service/certificate'], node: true },
]

/** Parts of a folder with a name of their own in `may`. */
const parts = {
  'service/certificate': 'packages/service/src/testing/server/own-certificate.ts',
  'federation/remote': 'packages/federation/src/remote',
  'federation/host': 'packages/federation/src/host',
  'federation/hot': 'packages/federation/src/hot',
  'federation/build': 'packages/federation/src/build',
}

/** Parts of a Node folder that run in the browser: allowed npm packages; no module of Node, no schema as a value. */
const browserParts = [
  {
    name: 'federation/host',
    may: ['contract', 'federation/remote'],
    npm: ['@module-federation/runtime', '@noble/ed25519', '@noble/hashes', 'react', 'web-vitals'],
  },
  { name: 'federation/remote', may: ['contract', 'time'], npm: ['react'] },
  // Types for remotes only; not part of any release.
  { name: 'federation/hot', may: ['federation/remote'], npm: ['react'] },
].map((part) => ({ ...part, path: parts[part.name] }))

const pathOf = (name) => parts[name] ?? folders.find((folder) => folder.name === name).path

/** Folders of the service from the bottom up: each imports only folders before it. */
const serviceOrder = [
  'database',
  'base',
  'figure',
  'http',
  'file-store',
  'message',
  'access',
  'picture',
  'account',
  'passkey',
  'openid',
  'key',
  'push',
  'audit',
  'bulletin',
  'live',
  'request',
  'inventory',
  'telemetry',
  'energy',
  'alarm',
  'ingest',
  'file-import',
  'station',
  'statistics',
  'command',
  'export',
  'report',
  'webhook',
  'own-data',
  'mqtt',
  'health',
  'main',
]
const serviceSubjects = serviceOrder.slice(serviceOrder.indexOf('http') + 1, -1)

/**
 * Subfolders of subjects with many rules: each imports only those before it, and the queries.
 * @type {Record<string, string[]>}
 */
const serviceRooms = {
  account: ['proof'],
  energy: ['day', 'kept'],
  message: ['template'],
  station: ['figures', 'tag', 'share'],
}

/** Folders with browser code: they may import only types from the contract's schemas. */
const inBrowser = [...folders.filter((folder) => !folder.node && folder.name !== 'contract'), ...browserParts]

/** Files of the contract with schemas; browsers may import all other files. */
const schemaFiles =
  '^packages/contract/src/((endpoints|entities)/|(beacon|gateway-setup|ingest|logger-claim|logger-command|release|remote)\\.ts$)'

module.exports = { folders, browserParts, pathOf, inBrowser, schemaFiles, serviceOrder, serviceRooms, serviceSubjects }
