import { AwsClient } from 'aws4fetch'
import type { Readable } from 'node:stream'
import { downloadFile, streamOf, uploadFile, uploadStream } from './object-file.ts'
import { ObjectStoreError } from './object-store-error.ts'

export { ObjectStoreError }

/** A bucket of any S3-compatible store. Keys are paths below its prefix, of characters that need no XML unescaping. */
export interface ObjectStore {
  /** Address without secrets. */
  name: string
  get: (key: string) => Promise<Buffer | undefined>
  put: (key: string, bytes: Buffer, headers: ObjectHeaders) => Promise<void>
  /** An object with its ETag; `same` where the ETag is still `seen`. */
  look: (key: string, seen?: string) => Promise<{ bytes: Buffer; tag: string } | 'same' | undefined>
  /**
   * Compare-and-swap: writes an object only while its ETag is `seen`; `null`: while it does not exist. Returns the new
   * ETag, or undefined if somebody else was first. Not every store honours the condition: who relies on it tries it
   * first.
   */
  replace: (key: string, bytes: Buffer, headers: ObjectHeaders, seen: string | null) => Promise<string | undefined>
  /**
   * A new object of any length, of which 8 MB are held in memory. Never replaces one, where the store honours
   * conditions; visible when it is complete.
   */
  write: (key: string, source: AsyncIterable<Uint8Array>, headers: ObjectHeaders) => Promise<void>
  /** An object as a stream: fails where the store does not begin to answer; undefined: there is none. */
  read: (key: string) => Promise<Readable | undefined>
  /** A file of any length; a long one is sent in parts. */
  upload: (key: string, file: string) => Promise<void>
  /** Writes an object to a file that must not exist yet; throws if there is no such object. */
  download: (key: string, file: string) => Promise<void>
  /** Fails after `listMs`. */
  list: (prefix: string) => Promise<string[]>
  remove: (keys: readonly string[]) => Promise<void>
}

/** Headers of an object, for a CDN in front of the bucket and for browsers. */
export interface ObjectHeaders {
  type: string
  cache: string
  encoding?: string
}

export interface ObjectStoreOptions {
  /** With bucket and optional prefix: `https://s3.example/releases/portal`. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Keys of one page of a listing, and the token of the next page. */
function pageOf(xml: string): { keys: string[]; next: string | undefined } {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? '')
  return { keys, next: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1] }
}

/** Time-out of a listing, in ms: a person waits for the change that needs it. */
const listMs = 2_000
const transferMs = 60_000
/** Time-out of a file, in ms: a backup's file may be as long as a database. */
const fileMs = 6 * 3_600_000
/**
 * After a time-out or a failed connection, requests fail at once for this long, in ms: a change makes several requests.
 */
const restMs = 3_000

/** Time-out of a small object that somebody waits for, in ms. */
const lookMs = 10_000
/** Status codes of a failed condition: the object was replaced, is being written, or was removed. */
const overtaken = [412, 409, 404]

const headersOf = ({ type, cache, encoding }: ObjectHeaders): Record<string, string> => ({
  'content-type': type,
  'cache-control': cache,
  ...(encoding !== undefined && { 'content-encoding': encoding }),
})

function tagOf({ headers, url }: Response): string {
  const tag = headers.get('etag')
  if (tag === null) throw new ObjectStoreError(`the object store gives no ETag of ${url}`)
  return tag
}

/** The whole body; the store may fall silent within it. */
async function bodyOf(reply: Response, name: string): Promise<Buffer> {
  try {
    return Buffer.from(await reply.arrayBuffer())
  } catch (cause) {
    throw new ObjectStoreError(`the object store ${name} broke off within an object`, { cause })
  }
}

/** Signed requests to a bucket; statuses other than `expected` are errors. `name`: the store, for messages. */
function requestsTo(address: string, name: string, access: Omit<ObjectStoreOptions, 'url'>) {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 })
  let silent: { until: number; error: ObjectStoreError } | undefined

  return async (path: string, init: RequestInit = {}, limitMs = transferMs, expected = [404]): Promise<Response> => {
    if (silent !== undefined && performance.now() < silent.until) throw silent.error
    const signal = init.signal ?? AbortSignal.timeout(limitMs)
    const reply = await client.fetch(address + path, { ...init, signal }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = signal.aborted ? 'no answer' : cause instanceof Error ? cause.message : String(cause)
      const failure = new ObjectStoreError(`the object store ${name} cannot be reached: ${why}`, { cause: error })
      silent = { until: performance.now() + restMs, error: failure }
      throw failure
    })
    if (reply.ok || expected.includes(reply.status)) return reply
    const code = /<Code>([^<]*)<\/Code>/.exec(await reply.text())?.[1] ?? ''
    throw new ObjectStoreError(`the object store ${name} answers ${reply.status} ${code} to ${init.method ?? 'GET'} ${path}`) // prettier-ignore
  }
}

/**
 * Opens a bucket, without a request. Its functions throw ObjectStoreError with the store's own code, such as
 * AccessDenied.
 */
export function openObjectStore({ url, accessKeyId, secretAccessKey, region }: ObjectStoreOptions): ObjectStore {
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  if (bucket === '') throw new Error(`${origin} names no bucket: https://host/bucket`)
  const prefix = rest.map((part) => `${part}/`).join('')
  const name = `${origin}/${bucket}/${prefix}`
  const ask = requestsTo(`${origin}/${bucket}`, name, { accessKeyId, secretAccessKey, region })

  async function askBucket(path: string, init?: RequestInit, limitMs?: number): Promise<Response> {
    const reply = await ask(path, init, limitMs)
    if (!reply.ok) throw new ObjectStoreError(`there is no bucket ${bucket} at ${origin}`)
    return reply
  }

  return {
    name,
    async get(key) {
      const reply = await ask(`/${prefix}${key}`)
      return reply.status === 404 ? undefined : await bodyOf(reply, name)
    },
    async put(key, bytes, about) {
      await askBucket(`/${prefix}${key}`, { method: 'PUT', body: new Uint8Array(bytes), headers: headersOf(about) })
    },
    async look(key, seen) {
      const headers = seen === undefined ? {} : { 'if-none-match': seen }
      const reply = await ask(`/${prefix}${key}`, { headers }, lookMs, [304, 404])
      if (reply.status === 304) return 'same'
      return reply.ok ? { bytes: await bodyOf(reply, name), tag: tagOf(reply) } : undefined
    },
    async replace(key, bytes, about, seen) {
      const condition: Record<string, string> = seen === null ? { 'if-none-match': '*' } : { 'if-match': seen }
      const init = { method: 'PUT', body: new Uint8Array(bytes), headers: { ...headersOf(about), ...condition } }
      const reply = await ask(`/${prefix}${key}`, init, lookMs, overtaken)
      return reply.ok ? tagOf(reply) : undefined
    },
    write: (key, source, about) =>
      uploadStream(askBucket, `/${prefix}${key}`, source, headersOf(about), { 'if-none-match': '*' }),
    async read(key) {
      // Only the beginning of the answer is limited: a long file may take long to read.
      const begin = new AbortController()
      const timer = setTimeout(() => begin.abort(), lookMs)
      const reply = await ask(`/${prefix}${key}`, { signal: begin.signal }).finally(() => clearTimeout(timer))
      return reply.ok && reply.body !== null ? streamOf(reply.body) : undefined
    },
    upload: (key, file) => uploadFile(askBucket, `/${prefix}${key}`, file),
    async download(key, file) {
      const reply = await ask(`/${prefix}${key}`, {}, fileMs)
      if (!reply.ok || reply.body === null) throw new ObjectStoreError(`there is no ${key} in ${name}`)
      await downloadFile(reply.body, file)
    },
    async list(below) {
      const found: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + below })
        if (token !== '') query.set('continuation-token', token)
        const { keys, next } = pageOf(await (await askBucket(`?${query.toString()}`, {}, listMs)).text())
        found.push(...keys.map((key) => key.slice(prefix.length)))
        token = next
      }
      return found
    },
    async remove(keys) {
      for (const key of keys) await ask(`/${prefix}${key}`, { method: 'DELETE' })
    },
  }
}

/**
 * The store of a purpose such as RELEASE, from the environment: RELEASE_S3_URL, _KEY, _SECRET and _REGION; undefined
 * where the URL is missing.
 */
export function objectStoreFrom(
  purpose: string,
  env: Readonly<Record<string, string | undefined>>,
): ObjectStore | undefined {
  const variable = (name: string) => `${purpose}_S3_${name}`
  const [url, accessKeyId, secretAccessKey] = ['URL', 'KEY', 'SECRET'].map((name) => env[variable(name)])
  if (url === undefined || url === '') return undefined
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`${variable('URL')} needs ${variable('KEY')} and ${variable('SECRET')}`)
  return openObjectStore({ url, accessKeyId, secretAccessKey, region: env[variable('REGION')] ?? 'auto' })
}
