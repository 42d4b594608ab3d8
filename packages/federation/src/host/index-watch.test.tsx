import type { SignedReleaseIndex } from '@helioport/contract/release'
import { watchIndex } from './index-watch.ts'

const signedAs = (serial: number): SignedReleaseIndex => ({ payload: String(serial), keyId: 'k', signature: 's' })

function open() {
  const page = { hidden: false, serial: 1, offered: 1 }
  let hear: (data: string) => void = () => {}
  let reopened = 0
  let asked = 0
  const watch = watchIndex({
    serial: () => page.serial,
    take: async (signed) => {
      page.serial = Number(signed?.payload)
    },
    ask: async () => {
      asked += 1
      return page.offered === page.serial ? 'unchanged' : signedAs(page.offered)
    },
    events: {
      listen: (_name, listener) => {
        hear = listener
        return () => {
          hear = () => {}
        }
      },
      reopen: () => {
        reopened += 1
      },
    },
    isHidden: () => page.hidden,
    now: Date.now,
    random: () => 1,
  })
  const say = (serial: number) => hear(JSON.stringify({ serial }))
  return { page, say, watch, asked: () => asked, reopened: () => reopened }
}

const publish = (portal: ReturnType<typeof open>, serial: number) => {
  portal.page.offered = serial
  portal.say(serial)
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('fetches the index at once for an event with a newer serial, and not for a known one', async () => {
  const portal = open()
  portal.say(1)
  await jest.advanceTimersByTimeAsync(0)
  expect(portal.asked()).toBe(0)
  publish(portal, 2)
  await jest.advanceTimersByTimeAsync(0)
  expect([portal.page.serial, portal.asked()]).toEqual([2, 1])
})

test('polls only without events: fetches the index within 15 s and reopens the stream', async () => {
  const portal = open()
  for (let i = 0; i < 60; i += 1) {
    portal.say(1)
    await jest.advanceTimersByTimeAsync(5_000)
  }
  expect([portal.asked(), portal.reopened()]).toEqual([0, 0])
  portal.page.offered = 2
  await jest.advanceTimersByTimeAsync(10_000)
  expect([portal.page.serial, portal.reopened()]).toEqual([2, 1])
})

test('a hidden tab polls every minute; it fetches the index at once when shown again', async () => {
  const portal = open()
  portal.page.hidden = true
  portal.watch.pageChanged()
  portal.page.offered = 2
  await jest.advanceTimersByTimeAsync(59_000)
  expect(portal.asked()).toBe(0)
  await jest.advanceTimersByTimeAsync(1_000)
  expect(portal.page.serial).toBe(2)
  portal.page.offered = 3
  await jest.advanceTimersByTimeAsync(10_000)
  portal.page.hidden = false
  portal.watch.pageChanged()
  await jest.advanceTimersByTimeAsync(0)
  expect(portal.page.serial).toBe(3)
})

test('an event during a fetch of the index triggers another fetch', async () => {
  const portal = open()
  publish(portal, 2)
  publish(portal, 3)
  await jest.advanceTimersByTimeAsync(0)
  expect([portal.page.serial, portal.asked()]).toEqual([3, 2])
})
