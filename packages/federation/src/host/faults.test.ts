import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IndexedRelease } from '@helioport/contract/release'
import { faultOf, RemoteLoadError } from './faults.ts'

const contents = { 'remoteEntry.aa.js': 'entry()', '577.bb.js': 'page()', '577.cc.css': 'p{}' }
const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const release = {
  name: 'station',
  release: '0.1.0-000000000000',
  entry: 'remoteEntry.aa.js',
  integrity: integrityOf(contents['remoteEntry.aa.js']),
} as IndexedRelease
const files = Object.fromEntries(
  Object.entries(contents).map(([file, text]) => [file, { integrity: integrityOf(text) }]),
)
const known = async () => files
const unknown = async () => undefined

let server: Server
let base: string
/** Reply of the server in place of the file. */
const answers = new Map<string, string | number>()

beforeAll(async () => {
  server = createServer((request, reply) => {
    const file = (request.url ?? '').slice(1)
    const answer = answers.get(file) ?? contents[file as keyof typeof contents] ?? 404
    if (typeof answer === 'number') reply.writeHead(answer).end('{}')
    else reply.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => answers.clear())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const scriptError = (file: string) => Object.assign(new Error('Loading chunk 577 failed.'), { request: base + file })
const styleError = new Error('Loading css chunk 577 failed.\n(error: undefined)')
const entryError = new Error('#RUNTIME-008: Failed to load script resources.')
const kindOf = async (error: unknown, at = base, filesOf: Parameters<typeof faultOf>[3] = known) =>
  (await faultOf(error, release, at, filesOf)).kind

test.each([
  ['the entry', 'remoteEntry.aa.js', entryError, 'missing', 'network'],
  ['a chunk', '577.bb.js', () => scriptError('577.bb.js'), 'missing', 'network'],
  ['a stylesheet', '577.cc.css', styleError, 'stylesheet', 'stylesheet'],
])('tells a missing, a refused and a changed file apart: %s', async (_, file, error, gone, refused) => {
  const thrown = typeof error === 'function' ? error() : error
  answers.set(file, 404)
  expect(await kindOf(thrown)).toBe(gone)
  answers.set(file, 503)
  expect(await kindOf(thrown)).toBe(refused)
  answers.set(file, 'tampered()')
  expect(await kindOf(thrown)).toBe('integrity')
})

test('an intact file is a script fault, an intact stylesheet a stylesheet fault', async () => {
  expect(await kindOf(scriptError('577.bb.js'))).toBe('script')
  expect(await kindOf(styleError)).toBe('stylesheet')
  expect(await kindOf(new Error('ScriptExecutionError: it threw'))).toBe('script')
})

test("without the release's record, the kind of fault comes from the error", async () => {
  expect(await kindOf(styleError, base, unknown)).toBe('stylesheet')
  answers.set('577.bb.js', 503)
  expect(await kindOf(scriptError('577.bb.js'), base, unknown)).toBe('network')
  answers.set('remoteEntry.aa.js', 'tampered()')
  expect(await kindOf(entryError, base, unknown)).toBe('integrity')
})

test('a host that does not answer is a network fault', async () => {
  expect(await kindOf(entryError, 'http://127.0.0.1:9/')).toBe('network')
})

test('a fault found by the host keeps its kind, and names remote, release and detail', async () => {
  expect(await faultOf(new RemoteLoadError('shape', 'no remote'), release, base, known)).toEqual({
    remote: 'station',
    release: '0.1.0-000000000000',
    kind: 'shape',
    detail: 'no remote',
  })
})
