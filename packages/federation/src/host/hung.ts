/** The release host's watchdog worker writes to this database. */
const database = 'helioport'
const store = 'hung'
/** Older entries do not belong to this visit, ms. */
const recentMs = 3_600_000
/** The first page waits for the database at most this long, ms. */
const patienceMs = 1_500

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('not readable')))
  })

async function take(): Promise<string[]> {
  const opening = indexedDB.open(database, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  const opened = await resultOf(opening)
  const hung = opened.transaction(store, 'readwrite').objectStore(store)
  const [keys, times] = await Promise.all([resultOf(hung.getAllKeys()), resultOf<number[]>(hung.getAll())])
  if (keys.length > 0) hung.clear()
  opened.close()
  return keys.flatMap((key, at) => (Date.now() - (times[at] ?? 0) < recentMs ? (key as string) : []))
}

/** Takes the releases (`<name>/<release>`) that were on screen when a page stopped responding. Empty if unknown. */
export function takeHung(): Promise<string[]> {
  if (!('indexedDB' in globalThis)) return Promise.resolve([])
  const late = new Promise<string[]>((done) => setTimeout(() => done([]), patienceMs))
  return Promise.race([take().catch(() => []), late])
}
