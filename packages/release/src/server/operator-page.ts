import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operatorPolicy } from './headers.ts'

export const operatorPath = '/releases/operator'

const folder = join(import.meta.dirname, '../operator/page')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
}

interface Asset {
  text: string
  type: string
  etag: string
}

/** A source file as browsers run it: types blanked out, imports with the names under which they are served. */
const scriptOf = (source: string) => stripTypeScriptTypes(source).replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'")

async function readAsset(file: string): Promise<[string, Asset]> {
  const source = await readFile(join(folder, file), 'utf8')
  const extension = extname(file)
  const text = extension === '.ts' ? scriptOf(source) : source
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const name = file === 'page.html' ? '' : `/${file.replace(/\.ts$/, '.js')}`
  return [operatorPath + name, { text, type: types[extension] ?? 'text/plain', etag }]
}

/**
 * `/releases/operator`: the operator's page, a few files of this package that need neither a release nor the service.
 * They contain nothing of the store; the page gets its data through the door.
 */
export async function registerOperatorPage(app: FastifyInstance): Promise<void> {
  const files = (await readdir(folder)).filter(
    (file) => types[extname(file)] !== undefined && !file.endsWith('.test.ts'),
  )
  for (const [path, { text, type, etag }] of await Promise.all(files.map(readAsset))) {
    app.get(path, async (request, reply) => {
      void reply.headers({ 'content-security-policy': operatorPolicy, 'cache-control': 'no-cache', etag }).type(type)
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text)
    })
  }
}
