import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer as createHttpServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http' // prettier-ignore
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openObjectStore, type ObjectStore } from '../object-store.ts'

interface S3Server {
  /** With bucket and prefix. */
  url: string
  /** The same store behind a proxy in this process that honours conditional writes; s3rver ignores them. */
  strictUrl: string
  open: (secret?: string) => ObjectStore
  /** Makes the strict address refuse connections, as a store that is away, until the returned function is called. */
  away: () => Promise<() => Promise<void>>
  stop: () => Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * A proxy that honours `If-Match` and `If-None-Match`, as S3 does and s3rver does not: requests for one object run one
 * by one, and each write is compared with the present object; nobody reads a half-written object.
 */
function startConditions(origin: string): Promise<Server> {
  const turns = new Map<string, Promise<unknown>>()
  const tagAt = async (path: string) => (await fetch(origin + path, { method: 'HEAD' })).headers.get('etag')
  const forward = (request: IncomingMessage, reply: ServerResponse, body: Buffer) =>
    new Promise<void>((done) => {
      const { method, headers, url: path } = request
      // The caller may have disconnected by now.
      reply.once('close', done)
      const asked = ask(origin + path, { method, headers }, (answer) => {
        answer.once('end', done)
        if (reply.destroyed) return void answer.resume()
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      asked.on('error', () => reply.destroy())
      asked.end(body)
    })
  async function write(request: IncomingMessage, reply: ServerResponse, body: Buffer, path: string) {
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
    const isHeld = match === undefined && noneMatch === undefined
    const tag = isHeld ? null : await tagAt(path)
    if ((match !== undefined && match !== tag) || (noneMatch === '*' && tag !== null)) {
      reply.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>')
    } else await forward(request, reply, body)
  }
  const server = createHttpServer((request, reply) => {
    const { method, url = '' } = request
    const [path = ''] = url.split('?')
    const work = (body: Buffer) =>
      method === 'GET' ? forward(request, reply, body) : write(request, reply, body, path)
    const inTurn = async () => {
      // An incomplete upload is discarded.
      const body = await buffer(request)
      const turn = (turns.get(path) ?? Promise.resolve()).then(() => work(body)).catch(() => reply.destroy())
      turns.set(path, turn)
    }
    inTurn().catch(() => reply.destroy())
  })
  return new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(server)))
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** s3rver as a process of its own: it speaks S3 over HTTP, with signatures, and keeps objects in a folder. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-bucket-'))
  const port = await freePort()
  const program = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js')
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent', '--configure-bucket', 'portal'] // prettier-ignore
  const start = `require(${JSON.stringify(program)}).parseAsync([process.execPath, 's3rver', ...${JSON.stringify(args)}])`
  const child = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  const until = performance.now() + 60_000
  while (
    !(await fetch(origin, { signal: AbortSignal.timeout(5000) }).then(
      () => true,
      () => false,
    ))
  ) {
    // prettier-ignore
    if (performance.now() > until || child.exitCode !== null) throw new Error('the S3 server does not answer')
    await pause(50)
  }
  const conditions = await startConditions(origin)
  const { port: strictPort } = conditions.address() as AddressInfo
  const path = '/portal/of/helioport'
  const url = origin + path
  return {
    url,
    strictUrl: `http://127.0.0.1:${strictPort}${path}`,
    open: (secretAccessKey = 'S3RVER') =>
      openObjectStore({ url, accessKeyId: 'S3RVER', secretAccessKey, region: 'us-east-1' }),
    away: async () => {
      await closed(conditions)
      return () => new Promise((back) => conditions.listen(strictPort, '127.0.0.1', () => back()))
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      // On SIGTERM it would wait up to five minutes for unfinished requests.
      child.kill('SIGKILL')
      await ended
      await closed(conditions)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
