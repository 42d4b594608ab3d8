import { type EventChannel, type EventName, type EventStream, shareEvents } from './shared-events.ts'

/** A stream that the test controls. */
class TestStream implements EventStream {
  isOpen = true
  readonly withHints: boolean
  #events = new EventTarget()
  constructor(withHints: boolean) {
    this.withHints = withHints
  }
  addEventListener(name: EventName, listener: (event: { data: string }) => void) {
    this.#events.addEventListener(name, (event) => listener(event as MessageEvent<string>))
  }
  say(name: EventName, data: string) {
    this.#events.dispatchEvent(new MessageEvent(name, { data }))
  }
  close() {
    this.isOpen = false
  }
}

/** One browser, whose tabs share its locks and its channel. */
class TestBrowser {
  streams: TestStream[] = []
  #holder = Promise.resolve()
  #channels: EventTarget[] = []

  locks = {
    request: (_name: string, options: { signal?: AbortSignal }, hold: () => Promise<void>) => {
      const turn = this.#holder.then(async () => (options.signal?.aborted ? undefined : hold()))
      this.#holder = turn
      return turn
    },
  } as unknown as Pick<LockManager, 'request'>

  #channel(): EventChannel {
    const own = new EventTarget()
    this.#channels.push(own)
    return {
      addEventListener: (_type, listener) =>
        own.addEventListener('message', (event) => listener(event as MessageEvent<{ name: EventName; data: string }>)),
      postMessage: (data) => {
        for (const other of this.#channels) {
          if (other !== own) other.dispatchEvent(new MessageEvent('message', { data }))
        }
      },
    }
  }

  async tab({ isHidden = false, isSecure = true, isSignedIn = false } = {}) {
    const state = { isHidden }
    const heard: string[] = []
    const events = shareEvents({
      openStream: (withHints) => {
        const stream = new TestStream(withHints)
        this.streams.push(stream)
        return stream
      },
      shared: isSecure ? { locks: this.locks, channel: this.#channel() } : undefined,
      isHidden: () => state.isHidden,
    })
    for (const name of ['index', 'hint'] as const) events.listen(name, (data) => heard.push(`${name} ${data}`))
    events.wantHints(isSignedIn)
    events.pageChanged()
    const show = (isShown: boolean) => {
      state.isHidden = !isShown
      events.pageChanged()
      return settled()
    }
    await settled()
    return { heard, show, ...events }
  }

  get open() {
    return this.streams.filter(({ isOpen }) => isOpen)
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

let browser: TestBrowser
beforeEach(() => {
  browser = new TestBrowser()
})

test('one visible tab holds the stream and all tabs get its events; when it is hidden, another takes over', async () => {
  const [first, second, hidden] = [await browser.tab(), await browser.tab(), await browser.tab({ isHidden: true })]
  expect(browser.open).toHaveLength(1)
  browser.streams[0]?.say('index', '3')
  browser.streams[0]?.say('hint', 'export')
  for (const { heard } of [first, second, hidden]) expect(heard).toEqual(['index 3', 'hint export'])

  await first.show(false)
  expect([browser.streams.length, browser.open.length]).toEqual([2, 1])
  browser.streams[1]?.say('index', '4')
  for (const { heard } of [first, second, hidden]) expect(heard.at(-1)).toBe('index 4')

  await second.show(false)
  expect(browser.open).toHaveLength(0)
  await hidden.show(true)
  expect(browser.open).toHaveLength(1)
})

test('a tab that is hidden while it waits for the lock opens no stream', async () => {
  const [first, second] = [await browser.tab(), await browser.tab()]
  await second.show(false)
  await first.show(false)
  expect(browser.streams).toHaveLength(1)
})

test('the one stream has hints while a session exists, whichever tab holds it', async () => {
  const tabs = [await browser.tab(), await browser.tab()]
  expect(browser.open.map(({ withHints }) => withHints)).toEqual([false])
  for (const { wantHints } of tabs) wantHints(true)
  expect(browser.open.map(({ withHints }) => withHints)).toEqual([true])
  // A repeated call opens no new stream.
  for (const { wantHints } of tabs) wantHints(true)
  expect(browser.streams).toHaveLength(2)
  await tabs[0]?.show(false)
  expect(browser.open.map(({ withHints }) => withHints)).toEqual([true])
  for (const { wantHints } of tabs) wantHints(false)
  expect(browser.open.map(({ withHints }) => withHints)).toEqual([false])
})

test('a tab that starts signed in opens one stream, with hints', async () => {
  await browser.tab({ isSignedIn: true })
  expect(browser.streams.map(({ withHints }) => withHints)).toEqual([true])
})

test('a tab that reopens a dead stream passes it to the next tab; only one is open', async () => {
  const [first, second] = [await browser.tab(), await browser.tab()]
  first.reopen()
  await settled()
  second.reopen()
  await settled()
  expect(browser.open).toHaveLength(1)
  expect(browser.streams.length).toBeGreaterThan(1)
  browser.open[0]?.say('index', '9')
  for (const { heard } of [first, second]) expect(heard).toEqual(['index 9'])
})

test('a listener that is removed gets no further events', async () => {
  const tab = await browser.tab()
  const heard: string[] = []
  const unlisten = tab.listen('hint', (data) => heard.push(data))
  browser.streams[0]?.say('hint', 'a')
  unlisten()
  browser.streams[0]?.say('hint', 'b')
  expect(heard).toEqual(['a'])
})

test('without a secure context each visible tab has a stream of its own', async () => {
  const tabs = [await browser.tab({ isSecure: false }), await browser.tab({ isSecure: false })]
  expect(browser.open).toHaveLength(2)
  await tabs[0]?.show(false)
  expect(browser.open).toHaveLength(1)
})
