import { createHash } from 'node:crypto'
import type { Credentials } from './credentials.ts'
import { askHost, HostRefuses } from './host.ts'

/** Origin of a release. */
export interface Source {
  repository: string | null
  commit: string | null
  subject: string | null
  /** Source files that are not in that commit; null: unknown. */
  dirty: string[] | null
  /** The last commits, newest first. */
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
  /** Remarks of the host's gate; older hosts send none. */
  told?: string[]
}

export interface UploadOptions {
  /** Bytes per request. */
  piece?: number
  /** Total number of tries before the error is thrown. */
  tries?: number
  /** Waits before the next try; in ms. */
  pause?: (ms: number) => Promise<void>
  say?: (line: string) => void
}

const uploads = '/releases/uploads'
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Whether a retry may help: the host did not answer, or was busy. */
const mayPass = (error: unknown) =>
  !(error instanceof HostRefuses) || [409, 429, 500, 502, 503, 504].includes(error.status)

/**
 * Uploads a built release to a host in pieces and has it stored. After a broken connection the upload is resumed, also
 * by another run of the same build.
 * @throws HostRefuses with the gate's objections
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
