import { createHash } from 'node:crypto'
import type { Credentials } from './credentials.ts'
import { askHost, HostRefuses } from './host.ts'

/** What a release is made from. */
export interface Source {
  repository: string | null
  commit: string | null
  subject: string | null
  /** Files that are not of that commit; null where that is not known. */
  dirty: string[] | null
  /** The commits that led to it, newest first. */
  recent?: { commit: string; subject: string }[]
}

export interface Upload {
  part: string
  release: string
  archive: Buffer
  source: Source
  /** Content of the lockfile. */
  lockfile: Buffer
  /** ISO instant. */
  builtAt: string
}

interface State {
  id: string
  offset: number
  bytes: number
  isStored: boolean
}

export interface Stored {
  part: string
  release: string
  outcome: 'stored' | 'reused'
  /** What the host's gate says of it; absent from a host of before. */
  told?: string[]
}

export interface UploadOptions {
  /** Bytes that are sent at once. */
  piece?: number
  /** How often a broken connection is mended before it is told. */
  tries?: number
  /** Waits before another try; in ms. */
  pause?: (ms: number) => Promise<void>
  say?: (line: string) => void
}

const uploads = '/releases/uploads'
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Whether asking again may help: nobody answered, or somebody who has other work. */
const mayPass = (error: unknown) =>
  !(error instanceof HostRefuses) || [409, 429, 500, 502, 503, 504].includes(error.status)

/**
 * Sends a built release to a host in pieces, and has it laid into its store. What a broken connection cut off is gone on
 * with, also by another run of the same build. @throws HostRefuses with what the gate says
 */
export async function sendRelease(
  url: string,
  credentials: Credentials,
  { part, release, archive, source, lockfile, builtAt }: Upload,
  options: UploadOptions = {},
): Promise<Stored> {
  const {
    piece = 4 * 1024 * 1024,
    tries = 5,
    pause = (ms) => new Promise((done) => setTimeout(done, ms)),
    say,
  } = options
  const about = {
    part,
    release,
    sha256: hash(archive),
    bytes: archive.length,
    source,
    lockfile: hash(lockfile),
    builtAt,
  }
  const statement = await credentials.sign(JSON.stringify(about))
  for (let failed = 0; ;) {
    try {
      let state = await askHost<State>(url, uploads, credentials, { method: 'POST', body: { statement } })
      while (state.offset < state.bytes) {
        const headers = { 'upload-offset': String(state.offset), 'content-type': 'application/offset+octet-stream' }
        const body = archive.subarray(state.offset, state.offset + piece)
        state = await askHost<State>(url, `${uploads}/${state.id}`, credentials, { method: 'PATCH', body, headers })
        say?.(`${state.offset} of ${state.bytes} bytes`)
      }
      return await askHost<Stored>(url, `${uploads}/${state.id}/finish`, credentials, { method: 'POST', body: {} })
    } catch (error) {
      failed += 1
      if (!mayPass(error) || failed >= tries) throw error
      say?.(`${(error as Error).message}; trying again`)
      await pause(1_000 * 2 ** failed)
    }
  }
}
