import { readRemoteDefinition } from './remote-definition.ts'

const define = "import { defineRemote } from '@helioport/federation/remote'\n"
const messages = "messages: { 'en-US': () => import('./en.ts') }"

test.each([
  [
    'as it is written first',
    `${define}export default defineRemote({ pages: { list: () => import('./list.tsx') }, ${messages} })`,
  ],
  [
    'under another name',
    `import { defineRemote as d } from '@helioport/federation/remote'\nexport default d({ pages: { 'list': async () => { return import('./list.tsx') } }, ${messages} })`,
  ],
  [
    'of a namespace',
    `import * as r from '@helioport/federation/remote'\nexport default r.defineRemote({ pages: { list() { return import(\`./list.tsx\`) } }, ${messages} })`,
  ],
  [
    'from parts',
    `${define}const list = () => import(/* first */ './list.tsx')\nconst pages = { list }\nconst given = { pages: { ...pages }, ${messages} }\nexport default defineRemote(given)`,
  ],
  [
    'beside other imports',
    `${define}const other = { list: () => import('./other.tsx') }\nexport default defineRemote({ pages: { list: () => import('./list.tsx') }, ${messages} })`,
  ],
])('reads pages and texts of a definition %s', (_, text) => {
  expect(readRemoteDefinition('remote.tsx', text)).toEqual({
    pages: new Map([['list', './list.tsx']]),
    messages: new Map([['en-US', './en.ts']]),
  })
})

test('refuses a file without a call of defineRemote', () => {
  expect(() => readRemoteDefinition('remote.tsx', '// defineRemote({})')).toThrow('calls no defineRemote')
})
