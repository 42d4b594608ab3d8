import { isOnPaper, printPage, subscribePaper } from './print-page.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  window.dispatchEvent(new Event('afterprint'))
  document.body.replaceChildren()
  jest.useRealTimers()
})

const page = (drawn: boolean) => {
  document.body.innerHTML = `<div data-chart="chart"><div data-points="5" data-drawn="${drawn}"></div></div>`
}

test('prints only after all charts are drawn', () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {})
  page(false)
  printPage()
  jest.advanceTimersByTime(1000)
  expect(print).not.toHaveBeenCalled()
  page(true)
  jest.advanceTimersByTime(1000)
  expect(print).toHaveBeenCalledTimes(1)
})

test('prints after a time-out when a chart cannot be drawn', () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  page(false)
  printPage()
  jest.advanceTimersByTime(10_000)
  expect(print).toHaveBeenCalledTimes(1)
})

test('beforeprint switches the page to paper at once, afterprint back to the screen', () => {
  const changed = jest.fn()
  const leave = subscribePaper(changed)
  window.dispatchEvent(new Event('beforeprint'))
  expect(isOnPaper()).toBe(true)
  expect(changed).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('afterprint'))
  expect(isOnPaper()).toBe(false)
  leave()
  window.dispatchEvent(new Event('beforeprint'))
  expect(isOnPaper()).toBe(false)
})
