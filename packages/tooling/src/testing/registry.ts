import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Manifest {
  name: string
  version: string
}

/** Hashes of tarballs by `name@version`: a client with a cached tarball need not download it. */
function hashesIn(lockfile: string): Map<string, string> {
  const { packages } = parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, { resolution: { integrity?: string } }>
  }
  return new Map(Object.entries(packages).map(([key, { resolution }]) => [key, resolution.integrity ?? '']))
}

/** A version with the source of its tarball: a file, or the folder that it is installed in. */
interface Version {
  manifest: Manifest
  tarball?: string
  folder?: string
}

/** A package that was packed. */
interface PackedVersion {
  name: string
  tarball: string
  folder: string
}

export interface Registry {
  url: string
  /** Adds a version; the last one is the latest. */
  publish: (packed: PackedVersion) => void
  /** Requested names that the registry does not have. */
  missing: Set<string>
  close: () => Promise<void>
}

/** Packages that pnpm has installed for a workspace, by name. */
function installed(store: string): Map<string, Version[]> {
  const found = new Map<string, Version[]>()
  for (const entry of readdirSync(store)) {
    const modules = join(store, entry, 'node_modules')
    if (!existsSync(modules)) continue
    const folders = readdirSync(modules).flatMap(
      (name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(modules, name, inner)) : [join(modules, name)], // prettier-ignore
    )
    for (const folder of folders) {
      // Links lead to dependencies, which have entries of their own.
      const file = join(folder, 'package.json')
      if (lstatSync(folder).isSymbolicLink() || !existsSync(file)) continue
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
      const known = found.get(manifest.name) ?? []
      if (!known.some((one) => one.manifest.version === manifest.version)) known.push({ manifest, folder })
      found.set(manifest.name, known)
    }
  }
  return found
}

function sendTarball({ tarball, folder = '' }: Version, reply: ServerResponse): void {
  if (tarball !== undefined) {
    reply.end(readFileSync(tarball))
    return
  }
  const tar = spawn('tar', ['-c', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-I', 'gzip -1', '-C', folder, '.']) // prettier-ignore
  tar.stdout.pipe(reply)
}

/**
 * An npm registry on this machine: serves packed packages, and for all others what this workspace has installed, so
 * that no other registry is asked.
 */
export async function startRegistry(packed: readonly PackedVersion[], workspace: string): Promise<Registry> {
  const versions = installed(join(workspace, 'node_modules/.pnpm'))
  const hashes = hashesIn(join(workspace, 'pnpm-lock.yaml'))
  const publish = ({ name, tarball, folder }: PackedVersion) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    versions.set(name, [...(versions.get(name) ?? []), { manifest, tarball }])
  }
  for (const one of packed) versions.delete(one.name)
  packed.forEach(publish)
  const missing = new Set<string>()
  let url = ''
  const server: Server = createServer((request, reply) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    const known = versions.get(name)
    const wanted = known?.find(({ manifest }) => `${manifest.version}.tgz` === version)
    if (wanted !== undefined) sendTarball(wanted, reply)
    else if (known === undefined || version !== undefined) {
      missing.add(name)
      reply.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}')
    } else {
      const all = known.map(({ manifest }) => {
        const integrity = hashes.get(`${name}@${manifest.version}`)
        const dist = { tarball: `${url}/${name}/-/${manifest.version}.tgz`, ...(integrity ? { integrity } : {}) }
        return [manifest.version, { ...manifest, dist }]
      })
      const latest = known.at(-1)?.manifest.version
      reply.writeHead(200, { 'content-type': 'application/json' })
      reply.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(all) }))
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    publish,
    missing,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
