import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serveBuilt } from './serve/built.ts'
import type { Certificate } from './serve/certificate.ts'
import type { Kind, Subject } from './subject.ts'

/** One built portal of a folder, as described in the file. */
interface Peer {
  name: string
  /** Folder of its files; `index.html` is the page. */
  folder: string
  /** Module that serves its data. */
  data?: string
  storage?: Record<string, string>
  pages: Partial<Record<Kind, { address: string; shown: string; step?: NonNullable<Subject['step']> }>>
}

export interface Peers {
  subjects: Record<Kind, Subject[]>
  close: () => void
}

/** Serves the peers in a folder; missing ones are reported and skipped. `file`: JSON of `Peer[]`. */
export async function servePeers(folder: string, file: string, certificate: Certificate): Promise<Peers> {
  const subjects: Peers['subjects'] = { 'first page': [], 'sign-in': [] }
  const closes: (() => void)[] = []
  for (const peer of JSON.parse(readFileSync(file, 'utf8')) as Peer[]) {
    const built = resolve(folder, peer.folder)
    if (!existsSync(join(built, 'index.html'))) {
      console.log(`${peer.name} is left out: there is no ${built}`)
      continue
    }
    const data = peer.data === undefined ? undefined : resolve(folder, peer.data)
    const { origin, close } = await serveBuilt(built, data, certificate)
    closes.push(close)
    for (const [kind, { address, ...page }] of Object.entries(peer.pages) as [Kind, NonNullable<Peer['pages'][Kind]>][])
      subjects[kind].push({ name: peer.name, url: origin + address, ...page, storage: peer.storage ?? {} })
  }
  return { subjects, close: () => closes.forEach((close) => close()) }
}
