import { createLanguage } from './text.ts'

test('formats one tab in the singular, and percentages in both directions of writing', () => {
  const { tabs, share } = createLanguage('en-US')
  expect([tabs(1), tabs(2), tabs(1_200), share(0.01)]).toEqual(['1 tab', '2 tabs', '1,200 tabs', '1%'])
  const hebrew = createLanguage('he')
  expect(hebrew.tabs(1)).not.toBe(hebrew.tabs(2))
  expect(hebrew.share(0.01)).toMatch(/^\W?1%\W?$/)
})
