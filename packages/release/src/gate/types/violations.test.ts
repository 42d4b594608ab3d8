import { rmSync } from 'node:fs'
import type { ReleaseTypes } from '@helioport/contract/release'
import { publishReleases } from '../../store/change.ts'
import type { Layout } from '../../store/layout.ts'
import { readRelease } from '../../store/release-index.ts'
import { writeTypes } from '../../store/release-types.ts'
import { createTestLayout, layRelease, releaseOf } from '../../testing/store.ts'
import { compileAgainst } from './compile.ts'
import { readableTypes, StrangeSource } from './requests.ts'
import { typeFindings, typeViolations } from './violations.ts'

const at = new Date('2026-11-23T12:00:00Z')
let layout: Layout

beforeAll(() => {
  layout = createTestLayout()
})
afterAll(() => rmSync(layout.root, { recursive: true }))

/** Packages of a shell, with the properties of its Stat and the fields of a station. */
const packagesWith = (props: string, station: string, version = '1.0.0'): NonNullable<ReleaseTypes['packages']> => ({
  '@helioport/ui': {
    version,
    entries: { '.': 'index.d.ts' },
    files: {
      'index.d.ts': `import type { ReactNode } from 'react'\nexport declare function Stat(props: { ${props} }): ReactNode\n`,
    },
  },
  '@helioport/contract': {
    version,
    entries: { '.': 'index.d.ts' },
    files: { 'index.d.ts': `export interface Endpoints { 'GET /stations': { reply: { ${station} }[] } }\n` },
  },
  '@helioport/api-client': {
    version,
    entries: { '.': 'index.d.ts' },
    files: {
      'index.d.ts': `import type { Endpoints } from '@helioport/contract'
export declare function useEndpoint<N extends keyof Endpoints>(name: N): Endpoints[N]['reply'] | undefined\n`,
    },
  },
})

/** Three versions, each with one more property and field than the one before. */
const versions = [
  packagesWith('label: string; value: string', 'id: string; name: string'),
  packagesWith('label: string; value: string; unit?: string', 'id: string; name: string; city: string', '1.1.0'),
  packagesWith('label: string; value: string; unit?: string; tone?: "sun" | "wind"', 'id: string; name: string; city: string; region?: string', '1.2.0'), // prettier-ignore
]

const page = (props: string, field: string) => `import { useEndpoint } from '@helioport/api-client'
import { Stat } from '@helioport/ui'
import dayjs from 'dayjs'

export default function Page() {
  const stations = useEndpoint('GET /stations') ?? []
  return stations.map((one) => <Stat key={one.id} label={dayjs.utc<string>(one.name)} ${props} value={one.${field} ?? ''} />)
}
`
/** One remote per version, which uses that version's additions. */
const pages = [page('', 'name'), page('unit="kW"', 'city'), page('tone="wind"', 'region')]
const names = ['record', 'station', 'device'] as const

const sourcesOf = (text: string, packages: ReleaseTypes['packages'] = {}): ReleaseTypes => ({
  sources: { options: { strict: true }, files: { 'src/page.tsx': text } },
  packages,
})

async function lay(name: 'shell' | (typeof names)[number], number: number, types: ReleaseTypes) {
  const release = layRelease(layout, name, number)
  await writeTypes(layout.release(name, release), types)
  return readRelease(layout, name, release)
}

test('a shell fits remotes of the two versions before it; a remote that needs a newer shell is refused', async () => {
  for (const [number, text] of pages.entries()) {
    const name = names[number] ?? 'record'
    await lay(name, 1, sourcesOf(text, versions[number]))
    await publishReleases(layout, [{ name, release: releaseOf(1) }], at)
  }
  const objections: Record<string, string[]> = {}
  for (const [number, packages] of versions.entries()) {
    const shell = await lay('shell', number + 1, { packages })
    const found = await typeViolations(layout, [shell])
    objections[packages['@helioport/ui']?.version ?? ''] = found.map(({ code, message }) => `${code} ${message}`)
  }
  const told = (name: string, place: string, property: string) =>
    expect.stringMatching(new RegExp(`^contract-type ${name}: src/page\\.tsx:7:${place} .*'${property}'`))
  expect(objections).toEqual({
    '1.0.0': [told('device', '87', 'tone'), told('device', '110', 'region'), told('station', '87', 'unit'), told('station', '108', 'city')], // prettier-ignore
    '1.1.0': [told('device', '87', 'tone'), told('device', '110', 'region')],
    '1.2.0': [],
  })

  // The other order: the first shell is live, and the remote is published later.
  await publishReleases(layout, [{ name: 'shell', release: releaseOf(1) }], at)
  const late = await readRelease(layout, 'device', releaseOf(1))
  expect((await typeViolations(layout, [late])).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^device: src\/page\.tsx:7:87 .*'tone'/),
    expect.stringMatching(/^device: src\/page\.tsx:7:110 .*'region'/),
  ])
  expect(await typeViolations(layout, [await readRelease(layout, 'record', releaseOf(1))])).toEqual([])
})

test('reports a narrowed property and a removed field for each current remote, with file and line', async () => {
  const narrowed = packagesWith('label: string; value: string; unit?: string; tone?: "sun"', 'id: string; city: string; region?: string') // prettier-ignore
  const shell = await lay('shell', 4, { packages: narrowed })
  const found = await typeViolations(layout, [shell])
  const removed = (name: string) =>
    expect.stringMatching(new RegExp(`^${name}: src/page\\.tsx:7:\\d+ Property 'name' does not exist`))
  expect(found.map(({ message }) => message)).toEqual([
    removed('device'),
    `device: src/page.tsx:7:87 Type '"wind"' is not assignable to type '"sun"'.`,
    removed('record'),
    removed('record'),
    removed('station'),
  ])
  expect(found.every(({ release }) => release.name === 'shell')).toBe(true)
})

/** Packages of a shell with these kinds of mail. */
const mailPackages = (kinds: string, mail = ''): NonNullable<ReleaseTypes['packages']> => ({
  '@helioport/contract': {
    version: '1.0.0',
    entries: { '.': 'index.d.ts' },
    files: { 'index.d.ts': `export declare const mailKinds: readonly [${kinds}]\nexport type MailKind = (typeof mailKinds)[number]\nexport interface Mail { kind: MailKind; ${mail} }\n` }, // prettier-ignore
  },
  '@helioport/i18n': {
    version: '1.0.0',
    entries: { '.': 'index.d.ts' },
    files: { 'index.d.ts': 'export type MessageKey<M> = { [K in keyof M & string]: K }[keyof M & string]\nexport declare function useText<M>(name: string): (key: MessageKey<M>) => string\n' }, // prettier-ignore
  },
})
const mailPage = (code: string) => `import type { Mail, MailKind } from '@helioport/contract'
import { useText } from '@helioport/i18n'
interface Texts { 'mailKind.report': string; 'mailKind.alarm': string; title: string }
export function useKind({ kind, ...mail }: Mail) {
  const text = useText<Texts>('mail')
  ${code}
}
`
const named = 'return text(`mailKind.${kind}`)'

test.each([
  ['a text for each kind: the shell names the new one', named, [], [/:6:15 .*"mailKind.invitation"/]],
  ['a default of its own', "switch (kind) { case 'report': return 1; default: return 2 }", [], []],
  [
    'a table of all kinds',
    'const tones: Record<MailKind, string> = { report: "sun", alarm: "bad" }; return tones[kind]',
    [/:6:9 .*'invitation'/],
    [],
  ],
  [
    'a switch to the end',
    "if (kind === 'report') return 1\n  const alarm: 'alarm' = kind\n  return alarm",
    [/:7:9 .*"invitation"/],
    [],
  ],
  ['a field that is gone', `void mail.subject; ${named}`, [/'subject'/], [/"mailKind.invitation"/]],
])('a reply with one more kind, %s', async (_, code, objections, unnamed) => {
  const remote = sourcesOf(mailPage(code), mailPackages('"report", "alarm"', 'subject: string'))
  const now = mailPackages('"report", "alarm", "invitation"')
  const told = (patterns: readonly RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern))
  expect(await typeFindings(now, remote)).toEqual({ objections: told(objections), unnamed: told(unnamed) })
})

test('reports a new kind without a text also if its name has several parts', async () => {
  const remote = sourcesOf(mailPage(named), mailPackages('"report", "alarm"'))
  const { objections, unnamed } = await typeFindings(mailPackages('"report", "alarm", "alarm.over"'), remote)
  expect([objections, unnamed]).toEqual([[], [expect.stringMatching(/"mailKind\.alarm\.over"/)]])
})

test('a missing text that is not a new kind is an objection', async () => {
  const remote = sourcesOf(mailPage("return text('mailKind.report')"), mailPackages('"report"'))
  const gone = mailPackages('"report"')
  const i18n = gone['@helioport/i18n']
  if (i18n) i18n.files['index.d.ts'] = "export type MessageKey<M> = { [K in keyof M & string]: K extends 'mailKind.report' ? never : K }[keyof M & string]\nexport declare function useText<M>(name: string): (key: MessageKey<M>) => string\n" // prettier-ignore
  const { objections, unnamed } = await typeFindings(gone, remote)
  expect([objections.length, unnamed]).toEqual([1, []])
})

test('refuses sources that name files outside themselves, and removes reference directives', () => {
  const strange =
    (text: string, file = 'src/page.ts') =>
    () =>
      readableTypes(sourcesOf(text, {})).sources?.files[file]
  for (const text of [
    `import keys from '/var/lib/helioport/keys/teams.json'`,
    `import keys from '../../../keys/teams.json'`,
    `export type Keys = typeof import('/etc/passwd')`,
    `import keys = require('../../keys')`,
    `export * from 'react/../../../keys'`,
    `declare module '/etc/hosts' {}`,
    'export const keys = import(`../../../keys/teams.json`)',
    `export const keys = import(('/var/lib/helioport/keys/teams.json'))`,
    `const a = (`,
  ])
    expect(strange(text)).toThrow(StrangeSource)
  const directive = '<reference path="/etc/passwd" />'
  for (const before of ['/// ', '/* */ ///', '////', '\u2028///\u00a0'])
    expect(readableTypes(sourcesOf(`${before}${directive}\nimport './a.css'\n`, {})).sources?.files['src/page.tsx']).not.toContain('///') // prettier-ignore
  for (const name of ['../page.ts', 'node_modules/@helioport/ui/index.ts'])
    expect(() => readableTypes({ sources: { options: {}, files: { [name]: '' } } })).toThrow(StrangeSource)
})

test('ignores compiler options of a team that would hide errors', async () => {
  const sources = { options: { noCheck: true, skipLibCheck: false }, files: { 'src/page.ts': 'export const a: string = 1\n' } } // prettier-ignore
  expect(await compileAgainst({}, sources)).toEqual([expect.objectContaining({ file: 'src/page.ts', line: 1 })])
})
