import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { identify } from './identity.ts'

const files: Record<string, string> = {
  'pnpm-workspace.yaml': 'packages: []\n',
  'pnpm-lock.yaml': `
importers:
  packages/federation:
    dependencies:
      '@rspack/core': {specifier: x, version: 2.3.2}
  packages/ui:
    dependencies:
      antd: {specifier: x, version: 6.6.8}
  shell:
    dependencies:
      react: {specifier: x, version: 19.3.1}
snapshots:
  '@rspack/core@2.3.2': {}
  antd@6.6.8:
    dependencies: {rc-table: 7.0.0}
  rc-table@7.0.0: {}
  react@19.3.1: {}
`,
  'packages/contract/package.json':
    '{"name":"@helioport/contract","exports":{".":"./src/index.ts","./remote":"./src/remote.ts","./texts/*":"./src/texts/*.ts"}}',
  'packages/contract/src/texts/de.ts': 'export const texts = {}\n',
  'packages/contract/src/index.ts': "export * from './constants.ts'\nexport type { Name } from './types.ts'\n",
  'packages/contract/src/constants.ts': 'export const one = 1\n',
  'packages/contract/src/types.ts': 'export type Name = string\n',
  'packages/contract/src/remote.ts': 'export const schema = {}\n',
  'packages/federation/package.json':
    '{"name":"@helioport/federation","exports":{"./build":"./src/build/index.ts","./remote":"./src/remote/index.ts"}}',
  'packages/federation/src/build/index.ts':
    "import { rspack } from '@rspack/core'\nexport const define = () => rspack\n",
  'packages/federation/src/remote/index.ts': 'export const defineRemote = () => ({})\n',
  'packages/ui/package.json': '{"name":"@helioport/ui","exports":{".":"./src/index.ts","./table":"./src/table.ts"}}',
  'packages/ui/src/index.ts': "export { Button } from 'antd'\n",
  'packages/ui/src/table.ts': "export { Table } from 'antd'\n",
  'mfe-station/package.json': '{"version":"0.1.0"}',
  'mfe-station/remote.json': '{"name":"station"}',
  'mfe-station/rspack.config.ts': "import { define } from '@helioport/federation/build'\nexport default define()\n",
  'mfe-station/src/remote.tsx':
    "import { defineRemote } from '@helioport/federation/remote'\nexport default { list: () => import('./list.tsx'), defineRemote }\n",
  'mfe-station/src/list.tsx':
    "import { Button } from '@helioport/ui'\nimport { one } from '@helioport/contract'\nimport type { Other } from './types.ts'\nimport styles from './list.module.css'\nexport default [Button, one, styles]\n",
  'mfe-station/src/list.module.css': ".list { composes: base from './base.module.css'; }\n",
  'mfe-station/src/base.module.css': '.base { color: red; }\n',
  'mfe-station/src/types.ts': 'export type Other = string\n',
  'mfe-station/src/list.test.tsx': "import './list.tsx'\n",
  'shell/package.json': '{"version":"0.1.0"}',
  'shell/index.html': '<div></div>\n',
  'shell/rspack.config.ts': "import { define } from '@helioport/federation/build'\nexport default define()\n",
  'shell/src/main.tsx':
    "import 'react'\nimport { one } from '@helioport/contract'\nconsole.log(one, import('@helioport/contract/texts/de'))\n",
}

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'identity-'))
  for (const [file, content] of Object.entries(files)) write(file, content)
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

const edit = (file: string) => write(file, `${readFileSync(join(root, file), 'utf8')}\n// edited\n`)
const station = (at = root) => identify(join(at, 'mfe-station'))
const shell = () => identify(join(root, 'shell'))

test('the release and the scope contain the version and the hash of the sources', () => {
  const { hash, release, scope } = station()
  expect(hash).toMatch(/^[0-9a-f]{12}$/)
  expect(release).toBe(`0.1.0-${hash}`)
  expect(scope).toBe(`station_0_1_0_${hash}`)
  expect(identify(join(root, 'mfe-station'), { version: '2.0.1' })).toMatchObject({ hash, release: `2.0.1-${hash}` })
  expect(() => identify(join(root, 'mfe-station'), { version: '2' })).toThrow('2')
})

test('the same sources have the same identity in another folder', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'identity-'))
  cpSync(root, elsewhere, { recursive: true })
  expect(station(elsewhere).release).toBe(station().release)
  rmSync(elsewhere, { recursive: true })
})

test.each([
  'mfe-station/src/remote.tsx',
  'mfe-station/src/list.tsx',
  'mfe-station/src/list.module.css',
  'mfe-station/src/base.module.css',
  'mfe-station/rspack.config.ts',
  'packages/contract/src/constants.ts',
  'packages/federation/src/build/index.ts',
  'packages/federation/src/remote/index.ts',
])("an edit of %s changes the remote's hash", (file) => {
  const before = station().hash
  edit(file)
  expect(station().hash).not.toBe(before)
})

test.each([
  'mfe-station/src/types.ts',
  'mfe-station/src/list.test.tsx',
  'packages/contract/src/types.ts',
  'packages/contract/src/remote.ts',
  'packages/ui/src/index.ts',
  'packages/ui/src/table.ts',
  'shell/src/main.tsx',
])("an edit of %s does not change the remote's hash", (file) => {
  const before = station().hash
  edit(file)
  expect(station().hash).toBe(before)
})

test("the shell's hash covers the shared modules and its page, but no remote", () => {
  const before = shell().hash
  edit('packages/ui/src/table.ts')
  const after = shell().hash
  expect(after).not.toBe(before)
  edit('mfe-station/src/list.tsx')
  expect(shell().hash).toBe(after)
  edit('shell/index.html')
  const withPage = shell().hash
  expect(withPage).not.toBe(after)
  // Reached through a pattern in the package's exports.
  edit('packages/contract/src/texts/de.ts')
  expect(shell().hash).not.toBe(withPage)
})

test("the shell's hash covers the types that it shares, but no tests", () => {
  const before = shell().hash
  edit('packages/contract/src/types.ts')
  const after = shell().hash
  expect(after).not.toBe(before)
  write('packages/contract/src/types.test.ts', "import './types.ts'\n")
  expect(shell().hash).toBe(after)
})

test('a locked version changes the hash of the parts that compile the package in', () => {
  const lock = files['pnpm-lock.yaml'] ?? ''
  const before = { shell: shell().hash, station: station().hash }
  write(
    'pnpm-lock.yaml',
    lock.replaceAll('rc-table: 7.0.0', 'rc-table: 7.0.1').replaceAll('rc-table@7.0.0', 'rc-table@7.0.1'),
  )
  expect(shell().hash).not.toBe(before.shell)
  expect(station().hash).toBe(before.station)
  write('pnpm-lock.yaml', lock.replaceAll('2.3.2', '2.3.3'))
  expect(station().hash).not.toBe(before.station)
})

test('a development build has another hash', () => {
  expect(identify(join(root, 'mfe-station'), { development: true }).hash).not.toBe(station().hash)
})
