import { watchTraces } from './traces.ts'

const key = 'late/1.0.0-0123456789ab'
jest.useFakeTimers()
const traces = watchTraces()

/** Code with the URL of a file of the release, so that the stack tells its remote. */
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
/** Number of its style sheets, and of calls by its event listener and its interval together. */
function standing() {
  told = 0
  document.dispatchEvent(new Event('late'))
  jest.advanceTimersByTime(10)
  return { styles: document.head.querySelectorAll('style').length, told }
}

afterAll(() => jest.useRealTimers())

test('removes additions of a remote when it is left, and additions made after that at once', () => {
  const all = { styles: 1, told: 2 }
  const nothing = { styles: 0, told: 0 }
  traces.shown(key)
  add(tell)
  expect(standing()).toEqual(all)
  traces.left(key)
  expect(standing()).toEqual(nothing)
  // A reply of the service arrives after the remote was left.
  add(tell)
  expect(standing()).toEqual(nothing)
  // Its page is rendered again: additions from now on belong to the page that will be on screen.
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
