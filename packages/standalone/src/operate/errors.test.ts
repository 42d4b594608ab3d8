import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'errors-'))
const program = join(import.meta.dirname, 'cli.ts')
const starter = join(import.meta.dirname, '../../../tooling/bin/run.mjs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  mkdirSync(join(folder, 'damaged'))
})

/** Another program that listens while the commands run. */
const taken = createServer()
const takenPort = await new Promise<number>((done) => {
  taken.listen(0, '127.0.0.1', () => done((taken.address() as AddressInfo).port))
})
afterAll(() => taken.close())

/** A command in an empty folder, its error, and the command that it advises. */
const errors: [string, RegExp, string][] = [
  ['', /no command/, '--help'],
  ['sevre', /unknown command sevre/, '--help'],
  ['status --out x', /status does not take --out/, 'status --help'],
  ['serve --port 0', /--port \(HELIOPORT_PORT\) is a whole number/, 'serve --help'],
  ['serve --host 192.0.2.1', /192\.0\.2\.1 is no address of this machine/, 'serve --host 0.0.0.0'],
  [`serve --port ${takenPort}`, /is taken by another program/, `serve --port ${takenPort + 1}`],
  ['serve --publish later', /is first or never/, 'serve --help'],
  ['serve --base-url portal', /is an origin/, 'serve --base-url https://portal.example'],
  ['serve --trusted-proxy proxy', /is an address or a network/, 'serve --trusted-proxy 10.0.0.0/8'],
  ['support', /there is no portal in/, 'support --data FOLDER'],
  ['backup', /no folder of backups/, 'backup --to /var/backups/helioport'],
  ['backup --to b', /there is no portal in/, 'serve --data'],
  ['backup --to b --keep none', /--keep \(HELIOPORT_BACKUP_KEEP\) is a whole number/, 'backup --help'],
  ['restore', /no backup is named/, 'restore --from FOLDER'],
  ['restore --from damaged', /there is no whole backup in/, 'restore --from ANOTHER-FOLDER'],
  ['upgrade', /no folder of backups/, 'upgrade --to /var/backups/helioport'],
  ['upgrade --dry-run', /there is no portal in/, 'serve --data'],
  ['migrate sideways', /migrate takes up, down or none/, 'migrate --help'],
  ['account --user-name ada', /--user-name and --email are required/, 'account --help'],
  ['account --user-name ada --email a@example.org', /The password needs at least/, 'account --help'],
  ['audit', /audit takes --verify/, 'audit --help'],
  ['release status', /there is no release store in/, 'doctor'],
  ['release rollback station', /there is no release store in/, 'release status'],
  ['release rollback', /missing required args/, 'release --help'],
]

const run = (line: string) => start(program, ...line.split(' ').filter(Boolean))

function start(...words: string[]): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, words, { cwd: folder, env: { PATH } })
  child.stdin.end()
  // Joined, since the order of reading two pipes is random; help comes before the error.
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (part: Buffer) => (said[stream] += part.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, said: said.stdout + said.stderr })))
}

test('every failing command names the fault, and ends with the next command to type', async () => {
  const waiting = [...errors]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [line, what, typed] = next
      const { code, said } = await run(line)
      const last = said.trimEnd().split('\n').at(-1)
      expect([line, code === 0, said]).toEqual([line, false, expect.stringMatching(what)])
      expect([line, last]).toEqual([line, expect.stringMatching(/^ {2}next: /)])
      expect([line, last]).toEqual([line, expect.stringContaining(`npm run helioport -- ${typed}`)])
    }
  }
  await Promise.all([worker(), worker()])
})

test('with Node 18 a command says how to install a newer one on Debian', async () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`
  const { code, said } = await start('--import', `data:text/javascript,${encodeURIComponent(old)}`, starter, program)
  expect(code).toBe(1)
  expect(said).toContain('Node 20 or newer is needed')
  expect(said).toMatch(/next: .*apt-get install -y nodejs/)
})
