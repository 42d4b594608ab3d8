import { readFileSync, statSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { extname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Certificate } from './certificate.ts'
import { listen, type Served } from './front.ts'

/** Handler of a built portal's data requests; undefined: unknown request. */
export interface Data {
  handle: (asked: { method: string; path: string; query: URLSearchParams; body: string }) => Promise<Answer | undefined>
  socket?: (socket: WebSocket, path: string) => void
}

interface Answer {
  status?: number
  json?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
/** Files with a content hash in their names are cached for ever. */
const isHashed = (path: string) => /[.\-_](?=\w*\d)[\w-]{8,}\.\w+$/.test(path)
const compress = (body: Buffer, quality: number) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const isText = (path: string) => /\.(js|css|html|json|svg)$/.test(path)

/** Reads and compresses files of the folder, each once; null: no such file. */
function filesOf(folder: string) {
  const root = resolve(folder)
  const kept = new Map<string, { body: Buffer; headers: Record<string, string> } | null>()
  return (path: string) => {
    const file = join(root, path)
    const known = kept.get(file)
    if (known !== undefined) return known
    const isHere = file.startsWith(root + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true
    const plain = isHere ? readFileSync(file) : undefined
    const made = plain && {
      body: isText(path) ? compress(plain, 11) : plain,
      headers: {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: `"${plain.length}"`,
        ...(isText(path) && { 'content-encoding': 'br' }),
      },
    }
    kept.set(file, made ?? null)
    return made ?? null
  }
}

/** Serves a built portal from memory over HTTP/2, with its data from a module that comes with it. */
export async function serveBuilt(folder: string, dataFile: string | undefined, own: Certificate): Promise<Served> {
  const data = dataFile === undefined ? undefined : ((await import(pathToFileURL(dataFile).href)) as Data)
  const fileOf = filesOf(folder)
  const server = createSecureServer({ cert: own.cert, key: own.key, allowHTTP1: true })
  server.on('request', (asked, reply) => {
    void (async () => {
      const { pathname: path, searchParams: query } = new URL(asked.url, 'https://localhost')
      const parts: Buffer[] = []
      for await (const part of asked) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      const answer = await data?.handle({ method: asked.method, path, query, body })
      if (answer) {
        const { status = 200, json, text = '', type = json === undefined ? 'text/plain' : 'application/json' } = answer
        const plain = Buffer.from(json === undefined ? text : JSON.stringify(json))
        // Range requests get no content encoding.
        const isEncoded = String(asked.headers['accept-encoding']).includes('br')
        const encoding = isEncoded ? { 'content-encoding': 'br' } : {}
        reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...encoding, ...answer.headers })
        reply.end(isEncoded ? compress(plain, 4) : plain)
        return
      }
      const file =
        fileOf(path.endsWith('/') ? `${path}index.html` : path) ?? (extname(path) ? null : fileOf('index.html'))
      if (file === null) return void reply.writeHead(404).end()
      if (asked.headers['if-none-match'] === file.headers.etag) return void reply.writeHead(304, file.headers).end()
      reply.writeHead(200, file.headers).end(file.body)
    })().catch(() => reply.writeHead(500).end())
  })
  const { socket } = data ?? {}
  if (socket) {
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (asked, stream, head) =>
      sockets.handleUpgrade(asked, stream, head, (one) => socket(one, asked.url ?? '/')),
    )
  }
  return listen(server)
}
