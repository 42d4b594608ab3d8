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

test('a page is printed when its charts are drawn, those too that nobody has scrolled to', () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {})
  page(false)
  printPage()
  jest.advanceTimersByTime(1000)
  expect(print).not.toHaveBeenCalled()
  page(true)
  jest.advanceTimersByTime(1000)
  expect(print).toHaveBeenCalledTimes(1)
})

test('a chart that cannot be drawn keeps no page from being printed', () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  page(false)
  printPage()
  jest.advanceTimersByTime(10_000)
  expect(print).toHaveBeenCalledTimes(1)
})

test('the browser’s own print finds the page on paper before its event is over, and on the screen afterwards', () => {
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
