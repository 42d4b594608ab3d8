import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const certificates = '/etc/ssl/certs/ca-certificates.crt'
export const usualBase = 'docker.io/library/node:24-bookworm-slim'

/** Runs a program with its error output on the terminal. @returns its output without the last line break */
export const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 }).trim()

/**
 * Base image of the Containerfile: Node's own, or, where no registry answers, a Debian made of packages with this
 * machine's Node, npm and certificates. @returns its name @throws if mmdebstrap is missing as well
 */
export function baseImage(podman: string): string {
  try {
    run(podman, ['pull', '--quiet', usualBase])
    return usualBase
  } catch {
    return debianImage(podman)
  }
}

function debianImage(podman: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-base-'))
  try {
    const [archive, root, name] = [join(folder, 'base.tar'), join(folder, 'root'), 'localhost/helioport-base']
    for (const made of ['usr/local/bin', 'usr/local/lib/node_modules', 'etc/ssl/certs'])
      mkdirSync(join(root, made), { recursive: true })
    cpSync(process.execPath, join(root, 'usr/local/bin/node'))
    cpSync(certificates, join(root, certificates))
    const npm = dirname(dirname(realpathSync(run('sh', ['-c', 'command -v npm']))))
    cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
    for (const [name, file] of [
      ['npm', 'npm-cli.js'],
      ['npx', 'npx-cli.js'],
    ] as const)
      symlinkSync(`../lib/node_modules/npm/bin/${file}`, join(root, 'usr/local/bin', name))
    const brought = `--customize-hook=sync-in ${root} /`
    run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', brought, 'bookworm', archive])
    run(podman, ['import', '--quiet', '--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`, archive, name])
    return name
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
