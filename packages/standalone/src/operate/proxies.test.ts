import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainStation } from '@helioport/service/testing'
import sharp from 'sharp'
import { projectRoot } from '../options.ts'
import { anyPort, isFree } from '../ports.ts'
import { helioport, type ServedPortal, startServed } from '../testing/served-portal.ts'

/** The proxy examples, run with changed addresses, ports and certificates only. */
const examples = join(projectRoot, 'packages/standalone/deploy/proxy')
const name = 'portal.example'
const folder = mkdtempSync(join(tmpdir(), 'helioport-proxy-'))
chmodSync(folder, 0o755)
const [certificate, key, both] = ['crt', 'key', 'pem'].map((end) => join(folder, `${name}.${end}`)) as [string, string, string] // prettier-ignore
/** Another address than the proxies', so that the forwarded address can be recognized. */
const clientAddress = '127.0.0.7'
const running: ChildProcess[] = []
let portal: ServedPortal
let upstream: string

interface Proxy {
  program: string
  file: string
  /** Replaces values of the example by those of the test. */
  changes: (port: number) => readonly (readonly [string, string])[]
  start: (config: string) => string[]
}

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    changes: (port) => [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/ssl/portal.example.crt', certificate],
      ['/etc/ssl/portal.example.key', key],
      ['server 127.0.0.1:8080', `server ${upstream}`],
    ],
    start: (config) => {
      const whole = join(folder, 'whole.conf')
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/nginx-${each};`) // prettier-ignore
      writeFileSync(whole, `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${places.join(' ')} include ${config}; }`) // prettier-ignore
      return ['-c', whole, '-e', 'stderr']
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    changes: (port) => [
      [`\n${name} {`, `\n{\n\tadmin off\n\tauto_https disable_redirects\n}\nhttps://${name}:${port} {\n\ttls ${certificate} ${key}`], // prettier-ignore
      ['127.0.0.1:8080', upstream],
    ],
    start: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    file: 'haproxy.cfg',
    changes: (port) => [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['/etc/haproxy/portal.example.pem', both],
      ['here 127.0.0.1:8080', `here ${upstream}`],
    ],
    start: (config) => ['-db', '-f', config],
  },
}

beforeAll(async () => {
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  execFileSync('openssl', [...args, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', certificate], { stdio: 'ignore' }) // prettier-ignore
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  portal = await startServed(join(folder, 'data'), ['--base-url', `https://${name}`, '--trusted-proxy', '127.0.0.1'])
  upstream = new URL(portal.url).host
  const account = ['account', '--data', portal.data, '--user-name', 'ada', '--email', 'ada@example.org']
  const made = helioport(account, {}, 'password of ada')
  if (made.status !== 0) throw new Error(made.stderr)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Call {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** A TLS request from `clientAddress`; resolves when the response head has arrived. */
function begin(port: number, { method = 'GET', path, headers = {}, body }: Call): Promise<IncomingMessage> {
  return new Promise((done, refuse) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: clientAddress,
        servername: name,
        ca: readFileSync(certificate),
        method,
        path,
        headers: { host: name, 'x-requested-with': 'XMLHttpRequest', ...headers },
      },
      done,
    )
    sent.on('error', refuse).end(body)
  })
}

async function call(port: number, what: Call) {
  const reply = await begin(port, what)
  let text = ''
  for await (const part of reply) text += String(part)
  return { status: reply.statusCode, headers: reply.headers, text }
}

async function startProxy({ program, file, changes, start }: Proxy): Promise<number> {
  const port = await anyPort()
  let text = readFileSync(join(examples, file), 'utf8')
  for (const [from, to] of changes(port)) {
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    text = text.replace(from, to)
  }
  const config = join(folder, file)
  writeFileSync(config, text)
  for (const home of ['home', 'config']) mkdirSync(join(folder, home), { recursive: true })
  const env = { ...process.env, HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'home') } // prettier-ignore
  const child = spawn(program, start(config), { stdio: ['ignore', 'ignore', 'pipe'], env })
  running.push(child)
  let said = ''
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()))
  while (await isFree(port)) {
    if (child.exitCode !== null) throw new Error(said)
    await new Promise((done) => setTimeout(done, 20))
  }
  return port
}

const linesOf = (path: string) =>
  readFileSync(join(portal.data, 'logs', 'service.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(path))

/** The next log line about `path` after the first `count`. */
async function logged(path: string, count: number): Promise<string> {
  for (;;) {
    const line = linesOf(path)[count]
    if (line !== undefined) return line
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** The first event of a stream; a buffering proxy would hold it back. */
async function firstEvent(port: number, path: string, headers: Record<string, string>): Promise<string> {
  const reply = await begin(port, { path, headers })
  let text = ''
  for await (const part of reply) {
    text += String(part)
    if (text.includes('\n\n')) break
  }
  reply.destroy()
  return text
}

const json = { 'content-type': 'application/json' }

describe.each(Object.entries(proxies))('%s', (title, proxy) => {
  const isThere = existsSync(proxy.program)
  const describeWhereThere = isThere ? describe : describe.skip

  describeWhereThere(`by its example${isThere ? '' : ` (skipped: ${title} is not installed)`}`, () => {
    test('forwards Secure cookies, the client’s address, event streams without delay, and whole uploads', async () => {
      const port = await startProxy(proxy)
      const api = '/api/web/v1'
      // Headers forged by the client must be ignored.
      const forged = { 'x-forwarded-for': '198.51.100.66', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' } // prettier-ignore
      const agent = `test of ${title}`
      const told = linesOf(`${api}/session`).length
      const body = JSON.stringify({ account: 'ada', password: 'password of ada' })
      const signedIn = await call(port, { method: 'POST', path: `${api}/session`, body, headers: { ...json, ...forged, origin: `https://${name}`, 'user-agent': agent } }) // prettier-ignore
      expect([signedIn.status, signedIn.text]).toEqual([200, expect.stringContaining('accountId')])
      const cookies = signedIn.headers['set-cookie'] ?? []
      expect(cookies.join('\n')).toMatch(/__Host-helioport_session=[^\n]*Secure/)
      expect(cookies.every((cookie) => cookie.includes('Secure'))).toBe(true)
      // The log is written after the response.
      const line = await logged(`${api}/session`, told)
      expect(line).toContain(`"address":"${clientAddress}"`)

      const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
      // Both streams stay open until the test ends.
      expect(await firstEvent(port, '/releases/events', { cookie })).toContain('event: index')
      expect(await firstEvent(port, `${api}/events`, { cookie, accept: 'text/event-stream' })).toContain('\n')

      const made = await call(port, { method: 'POST', path: `${api}/stations`, body: JSON.stringify({ ...plainStation, name: `Roof of ${title}` }), headers: { ...json, cookie } }) // prettier-ignore
      expect(made.text).toContain('success":true')
      const { id } = (JSON.parse(made.text) as { data: { id: string } }).data
      const picture = await sharp(randomBytes(800 * 800 * 3), { raw: { width: 800, height: 800, channels: 3 } }).png().toBuffer() // prettier-ignore
      expect(picture.length).toBeGreaterThan(1_900_000)
      const upload = await call(port, { method: 'PUT', path: `${api}/stations/${id}/picture`, body: picture, headers: { cookie, 'content-type': 'image/png' } }) // prettier-ignore
      expect([upload.status, upload.text]).toEqual([200, expect.stringContaining('"success":true')])
    })
  })
})
