import { AwsClient } from 'aws4fetch'

/** A bucket of any S3-compatible store, as far as releases need it. Keys are paths below its prefix. */
export interface ObjectStore {
  /** Where it is, without secrets. */
  name: string
  get: (key: string) => Promise<Buffer | undefined>
  put: (key: string, bytes: Buffer, headers: ObjectHeaders) => Promise<void>
  /** Within `listMs`, or not at all. */
  list: (prefix: string) => Promise<string[]>
  remove: (keys: readonly string[]) => Promise<void>
}

/** What a CDN in front of the bucket, or a browser, is told with an object. */
export interface ObjectHeaders {
  type: string
  cache: string
  encoding?: string
}

export interface ObjectStoreOptions {
  /** With bucket, and maybe a prefix: `https://s3.example/releases/portal`. */
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Keys of one page of a listing, and where the next one begins. Keys of releases hold no character that XML escapes. */
function pageOf(xml: string): { keys: string[]; next: string | undefined } {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? '')
  return { keys, next: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1] }
}

/** A listing is asked for while somebody waits for a change, in ms; everything else may take as long as it needs. */
const listMs = 2_000
const transferMs = 60_000
/** A store that did not answer is asked again after this long, in ms: a change asks several times. */
const restMs = 3_000

/** The store cannot be reached, or refuses; the message names it. */
export class ObjectStoreError extends Error {}

/** Opens a bucket; asks nothing of it yet. Its functions throw ObjectStoreError with the store's own code, such as AccessDenied. */
export function openObjectStore({ url, accessKeyId, secretAccessKey, region }: ObjectStoreOptions): ObjectStore {
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  if (bucket === '') throw new Error(`${origin} names no bucket: https://host/bucket`)
  const prefix = rest.map((part) => `${part}/`).join('')
  const name = `${origin}/${bucket}/${prefix}`
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  let silent: { until: number; error: ObjectStoreError } | undefined

  async function ask(path: string, init: RequestInit = {}, limitMs = transferMs): Promise<Response> {
    if (silent !== undefined && performance.now() < silent.until) throw silent.error
    const signal = AbortSignal.timeout(limitMs)
    const reply = await client.fetch(`${origin}/${bucket}${path}`, { ...init, signal }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = signal.aborted ? 'no answer' : cause instanceof Error ? cause.message : String(cause)
      const failure = new ObjectStoreError(`the object store ${name} cannot be reached: ${why}`, { cause: error })
      silent = { until: performance.now() + restMs, error: failure }
      throw failure
    })
    if (reply.ok || reply.status === 404) return reply
    const code = /<Code>([^<]*)<\/Code>/.exec(await reply.text())?.[1] ?? ''
    throw new ObjectStoreError(`the object store ${name} answers ${reply.status} ${code} to ${init.method ?? 'GET'} ${path}`) // prettier-ignore
  }

  return {
    name,
    async get(key) {
      const reply = await ask(`/${prefix}${key}`)
      return reply.status === 404 ? undefined : Buffer.from(await reply.arrayBuffer())
    },
    async put(key, bytes, { type, cache, encoding }) {
      const headers = {
        'content-type': type,
        'cache-control': cache,
        ...(encoding && { 'content-encoding': encoding }),
      }
      const reply = await ask(`/${prefix}${key}`, { method: 'PUT', body: new Uint8Array(bytes), headers })
      if (!reply.ok) throw new ObjectStoreError(`there is no bucket ${bucket} at ${origin}`)
    },
    async list(below) {
      const found: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + below })
        if (token !== '') query.set('continuation-token', token)
        const reply = await ask(`?${query}`, {}, listMs)
        if (!reply.ok) throw new ObjectStoreError(`there is no bucket ${bucket} at ${origin}`)
        const { keys, next } = pageOf(await reply.text())
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

/** The store that the environment names: RELEASE_S3_URL, _KEY, _SECRET and _REGION; undefined where it names none. */
export function objectStoreFrom(env: Readonly<Record<string, string | undefined>>): ObjectStore | undefined {
  const { RELEASE_S3_URL: url, RELEASE_S3_KEY: accessKeyId, RELEASE_S3_SECRET: secretAccessKey } = env
  if (url === undefined || url === '') return undefined
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('RELEASE_S3_URL needs RELEASE_S3_KEY and RELEASE_S3_SECRET')
  return openObjectStore({ url, accessKeyId, secretAccessKey, region: env['RELEASE_S3_REGION'] ?? 'auto' })
}
