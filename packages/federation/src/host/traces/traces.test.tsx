import { watchTraces } from './traces.ts'

const key = 'late/1.0.0-0123456789ab'
jest.useFakeTimers()
const traces = watchTraces()

/** Code as it lies in a file of the release: whose it is, the stack says. */
// oxlint-disable-next-line typescript/no-implied-eval -- only code that is made here has a name in stacks
const add = new Function(
  'tell',
  `document.head.append(document.createElement('style'))
  document.addEventListener('late', tell)
  setInterval(tell, 10)
  //# sourceURL=https://portal.test/r/${key}/main.js`,
) as (tell: () => void) => void

let told = 0
const tell = () => void (told += 1)
/** Its style sheets, and what it is told by an event and its interval together. */
function standing() {
  told = 0
  document.dispatchEvent(new Event('late'))
  jest.advanceTimersByTime(10)
  return { styles: document.head.querySelectorAll('style').length, told }
}

afterAll(() => jest.useRealTimers())

test('what a remote adds goes with it, and what it adds after it was left goes at once', () => {
  const all = { styles: 1, told: 2 }
  const nothing = { styles: 0, told: 0 }
  traces.shown(key)
  add(tell)
  expect(standing()).toEqual(all)
  traces.left(key)
  expect(standing()).toEqual(nothing)
  // What it had asked the service for came only now.
  add(tell)
  expect(standing()).toEqual(nothing)
  // Its page is drawn again: what it adds meanwhile is of what will be on screen.
  traces.awaited(key)
  add(tell)
  traces.shown(key)
  expect(standing()).toEqual(all)
  traces.left(key)
  const over = traces.loading(key)
  traces.left(key)
  over()
  add(tell)
  expect(standing()).toEqual(all)
})
