import { comparePackages } from './compare.ts'
import { type Declarations, readReport, reportText } from './declarations.ts'
import { objectionTo } from './judge.ts'

const packageOf = (name: string, text: string, more: Record<string, string> = {}): Declarations => ({
  name: `@helioport/${name}`,
  version: '1.2.3',
  entries: { '.': 'index.d.ts', ...Object.fromEntries(Object.keys(more).map((file) => [`./${file}`, `${file}.d.ts`])) },
  files: new Map([['index.d.ts', text], ...Object.entries(more).map(([file, content]): [string, string] => [`${file}.d.ts`, content])]), // prettier-ignore
})

/** Before, after, and the expected findings: the start of each line; `+` marks additions. */
const planted: Record<string, [before: string, after: string, said: string[]]> = {
  same: ['export declare const a: number', 'export  declare const a: number\n', []],
  commented: ["/** One. */\nexport declare const a: 'http://x' // first", "export declare const a: 'http://x'", []],
  gone: ['export declare const a: number; export declare const b: number', 'export declare const a: number', ['gone: b is gone']], // prettier-ignore
  'type-gone': ['export interface A { x: 1 }', 'declare const A: number; export { A }', ['type-gone: A is gone']],
  added: ['export declare const a: number', 'export declare const a: number; export type B = string', ['+added: B']],
  'parameter-required': ['export declare function f(a: string): void', 'export declare function f(a: string, b: number): void', ['parameter-required: f no longer fits']], // prettier-ignore
  'parameter-optional': ['export declare function f(a: string): void', 'export declare function f(a: string, b?: number): void', []], // prettier-ignore
  'property-required': ["export declare function Card(props: { title: string }): void", 'export declare function Card(props: { title: string; icon: string }): void', ['property-required: Card no longer fits']], // prettier-ignore
  'field-narrowed': ["export interface Plant { state: 'on' | 'off' }", "export interface Plant { state: 'on' }", ['field-narrowed: Plant no longer fits']], // prettier-ignore
  'field-widened': ["export interface Plant { state: 'on' }", "export interface Plant { state: 'on' | 'off' }", ['field-widened: Plant no longer fits']], // prettier-ignore
  'field-removed': ['export interface Plant { id: string; name: string }', 'export interface Plant { id: string }', ['field-removed: Plant no longer fits']], // prettier-ignore
  'field-added': ['export interface Plant { id: string }', 'export interface Plant { id: string; name: string }', []],
  'deep-added': ['export interface Plant { at: { x: number }[] }', 'export interface Plant { at: { x: number; y: number }[] }', []], // prettier-ignore
  'deep-narrowed': ['export interface Plant { at: { x: number }[] }', 'export interface Plant { at: { x: 1 | 2 }[] }', ['deep-narrowed: Plant no longer fits']], // prettier-ignore
  'parameters-of-type': ['export interface Page<T> { rows: T[] }', 'export interface Page<T, U> { rows: T[]; more: U }', ['parameters-of-type: Page takes other type parameters']], // prettier-ignore
  'generic-removed': ['export interface Page<T> { rows: T[]; total: number }', 'export interface Page<T> { rows: T[] }', ['generic-removed: Page no longer fits']], // prettier-ignore
  'class-kept': ['export declare class Store { read(): string }', 'export declare class Store { read(): string; write(): void }', []], // prettier-ignore
  're-exported': [
    "export { a, type B } from './inner.js'",
    "export { a } from './inner.js'",
    ['re-exported: B is gone'],
  ],
}

test('names each declaration that breaks code of others; additions break nothing', async () => {
  const inner = { inner: 'export declare const a: number; export interface B { x: 1 }' }
  const at = (time: 0 | 1) =>
    Object.entries(planted).map(([name, texts]) => packageOf(name, texts[time], name === 're-exported' ? inner : {}))
  const found = await comparePackages(at(0), at(1), [])
  for (const [name, [, , said]] of Object.entries(planted)) {
    const { broken = [], added = [] } = found.get(`@helioport/${name}`) ?? {}
    const lines = [...broken.map((line) => line.split('\n')[0]), ...added.map((line) => `+${line}`)]
    expect(lines).toEqual(said.map((line) => line.replace(/^(\+?)/, '$1@helioport/')))
  }
})

test('compares a package together with its dependencies: a changed type breaks the functions that take it', async () => {
  const client = "import type { Body } from '@helioport/words'\nexport declare const send: (body: Body) => void"
  const before = [packageOf('words', 'export interface Body { a: string }'), packageOf('client', client)]
  const after = [
    packageOf('words', 'export interface Body { a: string; b: string }'),
    packageOf('client', `${client}\n`),
  ]
  const found = await comparePackages(before, after, [])
  // A type alone may gain a field; but a caller that passes it in must now supply more.
  expect(found.get('@helioport/words')?.broken).toEqual([])
  expect(found.get('@helioport/client')?.broken[0]).toMatch(
    /^@helioport\/client: send no longer fits\n.*'b' is missing/s,
  )
})

test('a removed entry is breaking, a new one is an addition', async () => {
  const text = 'export declare const a: 1'
  const found = await comparePackages(
    [packageOf('ui', text, { table: text })],
    [packageOf('ui', text, { form: text })],
    [],
  )
  expect(found.get('@helioport/ui')).toEqual({
    broken: ['@helioport/ui/table: the entry is gone'],
    added: ['@helioport/ui/form'],
    changed: true,
  })
})

test('a changed comment is no change of the declarations; a changed string is', async () => {
  const changeOf = async (before: string, after: string) =>
    (await comparePackages([packageOf('ui', before)], [packageOf('ui', after)], [])).get('@helioport/ui')?.changed
  const plain = "export declare const a: 'http://x'"
  expect(await changeOf(`/** One. */\n${plain}`, `/** Another. */\n${plain} // last`)).toBe(false)
  expect(await changeOf(plain, plain.replace('//x', '//y'))).toBe(true)
})

test('a version number must be at least as high as its changes require', () => {
  const nothing = { broken: [], added: [], changed: false }
  const said = (version: string, difference: Parameters<typeof objectionTo>[3]) =>
    objectionTo('ui', version, '1.2.3', difference)?.split(',')[0]
  expect(said('1.2.3', nothing)).toBeUndefined()
  expect(said('1.2.2', nothing)).toBe('ui 1.2.2 must be 1.2.3 or later')
  expect(said('1.2.4', { ...nothing, added: ['./x'] })).toBe('ui 1.2.4 must be 1.3.0 or later')
  expect(said('1.3.0', { ...nothing, changed: true })).toBeUndefined()
  expect(said('1.9.0', { ...nothing, broken: ['a is gone'], added: ['b'] })).toBe('ui 1.9.0 must be 2.0.0 or later')
  expect(said('2.0.0', { ...nothing, broken: ['a is gone'] })).toBeUndefined()
})

test('a kept report is read back unchanged', () => {
  const declared = packageOf('ui', 'export declare const a: 1\n', { table: 'export {}\n' })
  expect(readReport(reportText(declared))).toEqual(declared)
})
