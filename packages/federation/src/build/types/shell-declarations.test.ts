import { demandWhole, madeWhole } from './shell-declarations.ts'

const packagesOf = (files: Record<string, string>) => ({ '@helioport/ui': { version: '1.0.0', entries: { '.': 'index.d.ts', './table': 'table/index.d.ts' }, files } }) // prettier-ignore

const whole = {
  'index.d.ts': "// from './old.js'\nimport './tokens.css'\nexport { Stat } from './stat.js'\n",
  'stat.d.ts': "import type {\n  Tone,\n} from './table/index.js'\nexport declare const Stat: Tone\n",
  'table/index.d.ts': "export * from '../stat.js'\nexport type Tone = 'sun'\n",
}

test('refuses incomplete declarations and names the missing file', () => {
  expect(() => demandWhole(packagesOf(whole))).not.toThrow()
  for (const file of ['stat.d.ts', 'table/index.d.ts']) {
    const { [file]: _, ...rest } = whole as Record<string, string>
    expect(() => demandWhole(packagesOf(rest))).toThrow(`the declarations of @helioport/ui lack ${file}`)
  }
})

test('makes incomplete declarations a second time, then fails', () => {
  const { 'stat.d.ts': _, ...rest } = whole
  const results = [rest, whole, rest, rest].map(packagesOf)
  const make = () => results.shift() ?? {}
  expect(madeWhole(make)).toEqual(packagesOf(whole))
  expect(() => madeWhole(make)).toThrow('lack stat.d.ts')
  expect(results).toEqual([])
})
