import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Layout } from '../store/layout.ts'
import { readRelease } from '../store/release-index.ts'

const part = /^[a-z][a-z0-9-]*$/
const releaseId = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/
/** A retry uses another URL, so that it does not join a request that hangs. */
const attempt = /^~\d{1,3}\//

/**
 * `/r/<name>/<release>/<file>`: exactly the files in the release's own list, cached for ever. Everything else is 404,
 * whatever the path looks like: paths are looked up in the list, not in the file system.
 */
export async function registerReleaseFiles(app: FastifyInstance, layout: Layout): Promise<void> {
  await app.register(fastifyStatic, {
    root: layout.root,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
    cacheControl: true,
    immutable: true,
    maxAge: '365d',
  })
  const lists = new Map<string, ReadonlySet<string>>()

  async function filesOf(name: string, release: string): Promise<ReadonlySet<string> | undefined> {
    const key = `${name}/${release}`
    const known = lists.get(key)
    if (known !== undefined) return known
    const read = await readRelease(layout, name, release).catch(() => undefined)
    if (read === undefined) return undefined
    const files = new Set([...Object.keys(read.files), 'release.json'])
    lists.set(key, files)
    return files
  }

  /** Whether a file and its compressed variants are real files in their place, not reached by a link. */
  async function isInPlace(name: string, release: string, file: string): Promise<boolean> {
    const home = await realpath(layout.root)
    const inside = join('r', name, release, file)
    const found = await Promise.all(
      ['', '.br', '.gz'].map(async (variant) => {
        const path = await realpath(join(layout.root, inside + variant)).catch(() => undefined)
        return path === undefined ? variant !== '' : path === join(home, inside + variant)
      }),
    )
    return found.every(Boolean)
  }

  const missing = (reply: FastifyReply) =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')

  app.get<{ Params: { name: string; release: string; '*': string } }>('/r/:name/:release/*', async (request, reply) => {
    const { name, release } = request.params
    const file = request.params['*'].replace(attempt, '')
    if (!part.test(name) || !releaseId.test(release)) return missing(reply)
    const files = await filesOf(name, release)
    if (files?.has(file) !== true || !(await isInPlace(name, release, file))) return missing(reply)
    reply.header('access-control-allow-origin', '*')
    return reply.sendFile(file, layout.release(name, release))
  })
}
