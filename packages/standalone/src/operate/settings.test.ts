import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../options.ts'
import { Refusal } from './refusal.ts'
import { hostFlags } from './serve.ts'
import { readTold, type Told } from './settings.ts'
import { commands, settingsTable } from './settings-table.ts'
import { settingsMarkdown } from './settings-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const told = (argv: string[], env: NodeJS.ProcessEnv = {}) => readTold(argv, { INIT_CWD: '/srv', ...env }) as Told
const refusal = (argv: string[], env: NodeJS.ProcessEnv = {}) => {
  try {
    told(argv, env)
  } catch (error) {
    if (error instanceof Refusal) return `${error.message} | ${error.next}`
    throw error
  }
  return 'taken'
}

test('the README contains the table of settings of the code', () => {
  const readme = readFileSync(join(projectRoot, 'packages/standalone/README.md'), 'utf8')
  expect(readme).toContain(settingsMarkdown())
})

test('every environment variable that the service reads is in the table of settings', () => {
  const sources = ['settings', 'server', 'cli'].map((name) =>
    readFileSync(join(projectRoot, `packages/service/src/main/${name}.ts`), 'utf8'),
  )
  const read = sources.flatMap((text) => [...text.matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map(([, name]) => name))
  expect(read.length).toBeGreaterThan(10)
  const known = new Set(settingsTable.map(({ environment }) => environment))
  // Set by npm start, which chooses the service's address, and by whoever starts the service and prints the first
  // account's code.
  const ofTheStart = ['HELIOPORT_PUBLIC_URL', 'FIRST_ACCOUNT_HASH', 'HELIOPORT_LOGS', 'HELIOPORT_VERSION']
  expect([...new Set(read)].filter((name = '') => !ofTheStart.includes(name) && !known.has(name))).toEqual([])
})

test.each(Object.keys(commands))('the help of %s lists each of its flags with variable and default', (name) => {
  const program = join(import.meta.dirname, 'cli.ts')
  const { stdout, status } = spawnSync(process.execPath, [program, name, '--help'], { encoding: 'utf8' })
  expect(status).toBe(0)
  for (const { flag, environment, usual, of } of settingsTable) {
    if (flag !== null && !(of as string[]).includes(name)) continue
    expect(stdout).toContain(flag ?? environment)
    if (environment !== null) expect(stdout).toContain(environment)
    if (usual !== null) expect(stdout).toContain(`default: ${usual}`)
  }
})

test('a flag overrides the environment, which overrides the default', () => {
  expect(told(['serve'])).toMatchObject({ port: 8080, host: '127.0.0.1', data: '/srv/.helioport', trustedProxies: ['loopback'], services: [] }) // prettier-ignore
  const env = { HELIOPORT_PORT: '81', HELIOPORT_TRUSTED_PROXIES: '10.0.0.0/8, ::1', HELIOPORT_SERVICES: 'http://a:1,http://b:2' } // prettier-ignore
  expect(told(['serve'], env)).toMatchObject({ port: 81, trustedProxies: ['10.0.0.0/8', '::1'], services: ['http://a:1', 'http://b:2'] }) // prettier-ignore
  const flags = ['--port', '82', '--trusted-proxy', '192.0.2.1', '--trusted-proxy', '192.0.2.2', '--data', 'data']
  expect(told(['serve', ...flags], env)).toMatchObject({ port: 82, trustedProxies: ['192.0.2.1', '192.0.2.2'], data: '/srv/data' }) // prettier-ignore
  expect(told(['serve', '--trusted-proxy', 'none'])).toMatchObject({ trustedProxies: [] })
  // An empty variable counts as unset.
  expect(told(['serve'], { DATABASE_URL: '', HELIOPORT_PORT: '' })).toMatchObject({ port: 8080, databaseUrl: undefined }) // prettier-ignore
})

test('developers may override remotes in production only if the operator allows it', () => {
  const flags = (...argv: string[]) => hostFlags(told(['serve', ...argv]), '/srv/releases', ['http://127.0.0.1:1'])
  expect(flags()).not.toContain('--allow-overrides')
  expect(flags('--overrides', 'allow')).toContain('--allow-overrides')
  expect(told(['serve'], { HELIOPORT_OVERRIDES: 'allow' })).toMatchObject({ overrides: 'allow' })
  expect(refusal(['serve', '--overrides', 'yes'])).toMatch(/--overrides \(HELIOPORT_OVERRIDES\) is allow or never/)
})

test('reads a secret from the file that NAME_FILE gives', () => {
  const file = join(folder, 'database')
  writeFileSync(file, 'postgres://portal\n')
  const read = told(['serve'], { DATABASE_URL_FILE: file })
  expect(read).toMatchObject({ databaseUrl: 'postgres://portal', environment: { DATABASE_URL: 'postgres://portal' } })
  expect(refusal(['serve'], { SECRET_KEY_FILE: join(folder, 'none') })).toMatch(/SECRET_KEY_FILE names .* \| ls -l/)
})

test('refuses invalid commands and values, with the next command', () => {
  expect(refusal([])).toBe('no command | npm run helioport -- --help')
  expect(refusal(['sevre'])).toBe('unknown command sevre | npm run helioport -- --help')
  expect(refusal(['serve', '--prot', '1'])).toBe('serve does not take --prot | npm run helioport -- serve --help')
  expect(refusal(['status', '--passphrase-file', 'x'])).toMatch('status does not take --passphrase-file')
  expect(refusal(['serve', '--port', '70000'])).toMatch(/--port \(HELIOPORT_PORT\) is a whole number .* \| npm run/)
  expect(refusal(['serve', '--base-url', 'portal.example'])).toMatch(/is an origin.* \| .*--base-url https:/)
  for (const network of ['10.0.0.0/33', 'proxy', '10.0.0.0/8/8', '::1/129'])
    expect(refusal(['serve', '--trusted-proxy', network])).toMatch(/is an address or a network/)
})
