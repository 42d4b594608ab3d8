import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../test/program.ts'

export interface ReleaseHost {
  url: string
  stop: () => void
}

/** Starts a release host as an operator does, with its own store. */
export function startReleaseHost(data: string): Promise<ReleaseHost> {
  const program = join(root, 'packages/release/src/server.ts')
  const child = spawn(process.execPath, [program, '--init', '--data', data, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] }) // prettier-ignore
  return new Promise((ready, refuse) => {
    child.on('error', refuse)
    child.on('exit', (code) => refuse(new Error(`the release host ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) => {
      const [, url] = /ready at (\S+)/.exec(text.toString()) ?? []
      if (url !== undefined) ready({ url, stop: () => void child.kill() })
    })
  })
}

/** Current releases of all remotes, by part. */
export async function givenBy(url: string): Promise<Record<string, string>> {
  const index = (await (await fetch(`${url}/releases/index.json`)).json()) as { payload: string }
  const { remotes } = JSON.parse(index.payload) as { remotes: Record<string, { release: string }[]> }
  return Object.fromEntries(Object.entries(remotes).map(([part, [first]]) => [part, first?.release ?? '']))
}
