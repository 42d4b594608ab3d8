import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exportsTaken, keysTaken, linksOf, readSources } from './uses.ts'

const root = mkdtempSync(join(tmpdir(), 'uses-'))
afterAll(() => rmSync(root, { recursive: true }))

const ui = '@helioport/ui'
const shares = [ui, 'react', '@helioport/i18n']
const shared = { common: ['action.back', 'period.day', 'period.month', 'title'], status: ['status.normal'] }

function write(file: string, text: string): string {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
write('packages/ui/package.json', `{"name":"${ui}","exports":{".":"./src/index.ts"}}`)
write(
  'packages/ui/src/index.ts',
  "export * from './basic.ts'\nexport { Card } from './card.ts'\nexport type Props = 1\n",
)
write('packages/ui/src/basic.ts', 'export const Button = 1, Knob = 2\nexport default 3\nexport interface Hidden {}\n')
write('packages/ui/src/card.ts', 'export const Card = 1\n')

/** A remote with these files; a string is the text of its only file, `page.tsx`. */
function programOf(sources: string | Record<string, string>) {
  rmSync(join(root, 'mfe-a'), { recursive: true, force: true })
  const files = typeof sources === 'string' ? { 'page.tsx': sources } : sources
  return readSources(root, Object.entries(files).map(([name, text]) => write(`mfe-a/src/${name}`, text)), shares) // prettier-ignore
}
const uiOf = (sources: string | Record<string, string>) => [...(exportsTaken(programOf(sources), new Set(shares)).get(ui) ?? [])].sort() // prettier-ignore

test.each<[string, string | Record<string, string>, string[]]>([
  ['an alias', `import { Button as B } from '${ui}'`, ['Button']],
  ['a name in quotes', `import { 'Button' as B } from '${ui}'`, ['Button']],
  ['a comment in the braces', `import { /* not Knob, */ Button } from '${ui}'`, ['Button']],
  ['a default', `import all from '${ui}'`, ['default']],
  ['a re-export', `export { Button as Knob } from '${ui}'`, ['Button']],
  ['a namespace', `import * as ui from '${ui}'\nui.Button()`, ['Button']],
  ['a namespace in JSX', `import * as ui from '${ui}'\nexport default () => <ui.Button />`, ['Button']],
  ['a computed name', `import * as ui from '${ui}'\nui['Button']()`, ['Button']],
  ['optional chaining', `import * as ui from '${ui}'\nui?.Button?.()`, ['Button']],
  [
    'destructuring',
    `import * as ui from '${ui}'\nconst { Button: B, ...rest } = ui\nexport default <B a={rest.Knob} />`,
    ['Button', 'Knob'],
  ],
  ['an alias of the namespace', `import * as ui from '${ui}'\nconst other = ui as object\nother.Button()`, ['Button']],
  ['a lazy import', `const { Button } = await import('${ui}')\nButton()`, ['Button']],
  ['a member of a lazy import', `export const a = async () => (await import('${ui}')).Button`, ['Button']],
  ['then', `lazy(() => import('${ui}').then((ui) => ({ default: ui.Button })))`, ['Button']],
  ['then with destructuring', `import(\`${ui}\`).then(({ Button: B }) => B())`, ['Button']],
  ['a wrapper of a lazy import', `const load = () => import('${ui}')\nload().then(({ Button }) => Button())`, ['Button', 'Card', 'Knob']], // prettier-ignore
  ['a name that is not known', `import * as ui from '${ui}'\nexport const a = (name: string) => ui[name]`, ['Button', 'Card', 'Knob']], // prettier-ignore
  ['all of it', `import * as ui from '${ui}'\nObject.keys(ui)`, ['Button', 'Card', 'Knob']],
  [
    'a barrel',
    {
      'all.ts': `export * from '${ui}'\nexport const own = 1`,
      'page.tsx': "import { Knob, own } from './all.ts'\nown(Knob)",
    },
    ['Knob'],
  ],
  [
    'two barrels and an alias',
    {
      'a.ts': `export * as ui from '${ui}'`,
      'b.ts': "import { ui } from './a.ts'\nexport const { Button: Push } = ui",
      'page.tsx': "import { Push } from './b.ts'\nexport default <Push />",
    },
    ['Button'],
  ],
  [
    'a type',
    `import type { Button } from '${ui}'\nimport { type Card } from '${ui}'\nlet a: typeof import('${ui}')`,
    [],
  ],
  ['what is only said', `// import { Button } from '${ui}'\nconst a = "import { Button } from '${ui}'"`, []],
])('a use of a shared module is found: %s', (_, sources, names) => {
  expect(uiOf(sources)).toEqual(names)
})

const contract = "import { paths } from '@helioport/contract'\n"
test.each<[string, string | Record<string, string>, string[]]>([
  ['a call', `${contract}paths.stationList()`, ['/station/list']],
  ['a written tab', `${contract}paths.station('alarms', a, b)`, ['/station/detail/alarms/x/x']],
  ['a tab in a variable', `${contract}paths.station(tab, a, b)`, ['/station/detail/x/x/x']],
  ['an alias', "import { paths as to } from '@helioport/contract'\nto.stationList()", ['/station/list']],
  ['a second alias', `${contract}const to = paths\nto.stationList()`, ['/station/list']],
  ['destructuring', `${contract}const { stationList: list } = paths\nlist()`, ['/station/list']],
  ['a computed name', `${contract}paths['stationList']()`, ['/station/list']],
  ['optional chaining', `${contract}paths?.stationList?.()`, ['/station/list']],
  ['a function that is handed on', `${contract}items.map(paths.deviceList)`, ['/device/list']],
  ['a namespace', "import * as c from '@helioport/contract'\nc.paths.stationList()", ['/station/list']],
  [
    'a wrapper in another file',
    { 'to.ts': `${contract}export const to = paths`, 'page.tsx': "import { to } from './to.ts'\nto.stationList()" },
    ['/station/list'],
  ],
  ['a path that is written out', "export default <a href='/station/list'>a</a>", ['/station/list']],
  ['no path', "fetch('/api/stations')\n// paths.stationList()", []],
])('a use of a link is found: %s', (_, sources, links) => {
  expect(linksOf(programOf(sources))).toEqual(links)
})

test('passing on the whole paths object counts as a link to every path', () => {
  expect(linksOf(programOf(`${contract}go(paths)`))).toEqual(expect.arrayContaining(['/station/list', '/device/list']))
})

const i18n = "import { useText } from '@helioport/i18n'\n"
test.each<[string, string | Record<string, string>, object]>([
  ['a key', `${i18n}const t = useText()\nt('action.back')`, { common: ['action.back'] }],
  [
    'a key in a template',
    `${i18n}const t = useText()\nt(\`period.\${a}\`)`,
    { common: ['period.day', 'period.month'] },
  ],
  ['a key that is put together', `${i18n}useText()('period.' + a)`, { common: ['period.day', 'period.month'] }],
  ['the end of a key', `${i18n}useText('status')(\`\${a}.normal\`)`, { status: ['status.normal'] }],
  ['an alias', "import { useText as t } from '@helioport/i18n'\nt('status')('status.normal')", { status: ['status.normal'] }], // prettier-ignore
  ['a second alias', `${i18n}const t = useText\nt('status')('status.normal')`, { status: ['status.normal'] }],
  ['a namespace in backquotes', `${i18n}useText(\`status\`)('status.normal')`, { status: ['status.normal'] }],
  ['a namespace import', "import * as i from '@helioport/i18n'\ni.textOf?.('status', 'status.normal')", { status: ['status.normal'] }], // prettier-ignore
  ['a namespace in a variable', `${i18n}const t = useText(of)\nt('status.normal')`, { status: ['status.normal'] }],
  ['a store of functions', `${i18n}const all = { useText }\nall.useText('status')('status.normal')`, { status: ['status.normal'] }], // prettier-ignore
  [
    'a wrapper, keys in a third file',
    {
      'use.ts': `${i18n}export const useStatus = () => useText('status')`,
      'keys.ts': "export const keys = { ok: 'status.normal' }",
      'page.tsx': "import { useStatus } from './use.ts'\nimport { keys } from './keys.ts'\nuseStatus()(keys.ok)",
    },
    { status: ['status.normal'] },
  ],
  ["the remote's own text of the same key", `${i18n}useText('a')('title')\nuseText()('action.back')`, { common: ['action.back'] }], // prettier-ignore
  ['a comment', "// useText()('action.back')", {}],
])('a use of a text is found: %s', (_, sources, messages) => {
  expect(Object.fromEntries(Object.entries(Object.fromEntries(keysTaken(programOf(sources), { shared, own: new Set(['title']) }))).map(([name, keys]) => [name, [...keys]]))).toEqual(messages) // prettier-ignore
})
