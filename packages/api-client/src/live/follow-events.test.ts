import type { LiveEvent } from '@helioport/contract'
import { type EventChannel, type EventStream, followEvents, tryAgainMs } from './follow-events.ts'

/** A stream as the test lets it run. */
class TestStream implements EventStream {
  readyState = 0
  #events = new EventTarget()
  addEventListener(type: string, listener: (event: { data: string }) => void) {
    this.#events.addEventListener(type, (event) => listener(event as MessageEvent<string>))
  }
  open() {
    this.readyState = 1
    this.#events.dispatchEvent(new Event('open'))
  }
  say(event: LiveEvent) {
    this.#events.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
  fail(readyState: 0 | 2) {
    this.readyState = readyState
    this.#events.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

/** One browser: tabs that share its locks and its channel. */
class TestBrowser {
  streams: TestStream[] = []
  #holder = Promise.resolve()
  #channels: { own: EventTarget; channel: EventChannel }[] = []

  locks = {
    request: (_name: string, options: { signal?: AbortSignal }, hold: () => Promise<void>) => {
      const turn = this.#holder.then(async () => (options.signal?.aborted ? undefined : hold()))
      this.#holder = turn
      return turn
    },
  } as unknown as Pick<LockManager, 'request'>

  #channel(): EventChannel {
    const own = new EventTarget()
    const channel = {
      addEventListener: (_type: 'message', listener: (event: { data: LiveEvent }) => void) =>
        own.addEventListener('message', (event) => listener(event as MessageEvent<LiveEvent>)),
      postMessage: (data: LiveEvent) => {
        for (const other of this.#channels) {
          if (other.own !== own) other.own.dispatchEvent(new MessageEvent('message', { data }))
        }
      },
      close: () => {
        this.#channels = this.#channels.filter((other) => other.own !== own)
      },
    }
    this.#channels.push({ own, channel })
    return channel
  }

  tab({ isHidden = false, isSecure = true } = {}) {
    const state = { isHidden }
    const heard: LiveEvent['type'][] = []
    const following = followEvents({
      refresh: ({ type }) => heard.push(type),
      openEvents: () => {
        const stream = new TestStream()
        this.streams.push(stream)
        return stream
      },
      shared: isSecure ? { locks: this.locks, channel: this.#channel() } : undefined,
      isHidden: () => state.isHidden,
      random: () => 0.5,
    })
    const show = (isShown: boolean) => {
      state.isHidden = !isShown
      following.pageChanged()
      return settled()
    }
    return { heard, show, ...following }
  }

  get open() {
    return this.streams.filter(({ readyState }) => readyState !== 2)
  }
}

const settled = () => jest.advanceTimersByTimeAsync(0)

let browser: TestBrowser
beforeEach(() => {
  jest.useFakeTimers()
  browser = new TestBrowser()
})
afterEach(() => jest.useRealTimers())

test('of the tabs that are seen one holds the stream, all hear; a hidden one holds none, and another takes over', async () => {
  const [first, second, hidden] = [browser.tab(), browser.tab(), browser.tab({ isHidden: true })]
  await settled()
  expect(browser.open).toHaveLength(1)
  browser.streams[0]?.open()
  browser.streams[0]?.say({ type: 'bulletin' })
  for (const { heard } of [first, second, hidden]) expect(heard).toEqual(['resync', 'bulletin'])

  await first.show(false)
  await settled()
  expect([browser.streams.length, browser.open.length]).toEqual([2, 1])
  browser.streams[1]?.open()
  browser.streams[1]?.say({ type: 'export' })
  expect(second.heard).toEqual(['resync', 'bulletin', 'resync', 'export'])

  await second.show(false)
  expect(browser.open).toHaveLength(0)
  await hidden.show(true)
  expect(browser.open).toHaveLength(1)
  hidden.stop()
  expect(browser.open).toHaveLength(0)
})

test('a tab that is hidden while it waits for its turn does not take it later', async () => {
  const [first, second] = [browser.tab(), browser.tab()]
  await settled()
  await second.show(false)
  first.stop()
  await settled()
  expect(browser.streams).toHaveLength(1)
})

test('a stream that broke comes back by itself and everything is asked for; a refused one is tried again, ever less often', async () => {
  const tab = browser.tab()
  await settled()
  const [stream] = browser.streams
  stream?.open()
  stream?.fail(0)
  stream?.open()
  expect([browser.streams.length, tab.heard]).toEqual([1, ['resync', 'resync']])
  stream?.fail(2)
  for (const [nth, pause] of [...tryAgainMs, tryAgainMs[3]].entries()) {
    await jest.advanceTimersByTimeAsync(pause - 1)
    expect(browser.streams).toHaveLength(nth + 1)
    await jest.advanceTimersByTimeAsync(1)
    expect(browser.streams).toHaveLength(nth + 2)
    browser.streams.at(-1)?.fail(2)
  }
  tab.stop()
  await jest.advanceTimersByTimeAsync(300_000)
  expect(browser.streams).toHaveLength(6)
})

test('without a secure context each tab that is seen hears for itself', async () => {
  const tabs = [browser.tab({ isSecure: false }), browser.tab({ isSecure: false })]
  expect(browser.open).toHaveLength(2)
  await tabs[0]?.show(false)
  expect(browser.open).toHaveLength(1)
})
