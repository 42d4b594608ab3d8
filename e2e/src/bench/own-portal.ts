import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import startPortalUnderTest, { portal } from '../support/portal.ts'
import { apiOf } from '../support/signed-in.ts'
import type { Certificate } from './serve/certificate.ts'
import { front } from './serve/front.ts'
import type { Kind, Subject } from './subject.ts'
import { ownSubjects } from './subject.ts'

export const root = resolve(import.meta.dirname, '../../..')
export const releaseProgram = (path: string) => join(root, 'packages/release/src', path)

export interface OwnPortal {
  /** Serves a release store beside the portal's own, over HTTP/2; the service is the portal's. */
  serve: (name: string, store: string) => Promise<Record<Kind, Subject>>
  /** The portal's own releases. */
  releases: string
  close: () => Promise<void>
}

/** Starts a release host as a separate process; resolves with its URL. */
function start(store: string, children: ChildProcess[]): Promise<string> {
  const args = [releaseProgram('server.ts'), '--port=0', `--data=${store}`, `--api=${portal().url}`]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the release host ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /ready at (\S+)/.exec(line)?.[1]
      if (url) done(url)
    })
  })
}

/** Starts the whole portal with its virtual plants, and signs its owner in. */
export async function openOwnPortal(certificate: Certificate): Promise<OwnPortal> {
  const stop = await startPortalUnderTest()
  const children: ChildProcess[] = []
  const closes: (() => void)[] = []
  return {
    releases: join(portal().data, 'releases'),
    serve: async (name, store) => {
      const { origin, close } = await front(await start(store, children), certificate)
      closes.push(close)
      const api = await apiOf(portal().owner, origin)
      const { cookies } = await api.storageState()
      await api.dispose()
      return ownSubjects(name, origin, cookies)
    },
    close: async () => {
      for (const close of closes) close()
      for (const child of children) {
        child.removeAllListeners('exit')
        child.kill('SIGTERM')
      }
      await stop()
    },
  }
}
