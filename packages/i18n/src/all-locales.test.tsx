import { allLocales } from './all-locales.ts'
import { formatOf } from './use-format.ts'
import { fallbacksOf, localeOf, locales, matchLocale, messageLocaleOf } from './locales.ts'

test('has at least 50 locales, each with a distinct code, a name, a flag and a title', () => {
  expect(allLocales.length).toBeGreaterThanOrEqual(50)
  expect(new Set(allLocales.map(({ code }) => code)).size).toBe(allLocales.length)
  for (const { code, label, flag, title } of allLocales) {
    expect([code, label, title]).not.toContain('')
    expect(flag).toMatch(/^\p{Regional_Indicator}{2}$/u)
    expect(localeOf(code).code).toBe(code)
  }
  expect(allLocales.slice(0, 4).map(({ code }) => code)).toEqual(locales.slice(0, 4).map(({ code }) => code))
  expect(allLocales.find(({ code }) => code === 'de-DE')).toMatchObject({
    flag: '🇩🇪',
    label: 'Deutsch',
    title: 'Sprache',
  })
})

test('a locale without texts has English words and its own formats of numbers and dates', () => {
  expect(messageLocaleOf('de-DE')).toBe('en-US')
  const format = formatOf('de-DE')
  expect(format.number(1234.5, 1)).toBe('1.234,5')
  expect(format.date('2026-11-23')).toBe('23.11.2026')
  expect(format.dayPart('2026-11-23', { month: 'long', year: 'numeric' })).toBe('November 2026')
  expect(format.duration(5_400_000)).toBe('1 hr 30 min')
  // Dates use the calendar that pickers show.
  expect(formatOf('th-TH').date('2026-11-23')).toBe('23/11/2026')
  expect(formatOf('pt-BR').date('2026-11-23')).toMatch(/nov/)
})

test('a locale without texts uses the texts of another locale of the same language before English', () => {
  expect(messageLocaleOf('pt-PT')).toBe('pt-BR')
  expect(fallbacksOf('pt-PT')).toEqual(['pt-BR', 'en-US'])
  expect([messageLocaleOf('en-GB'), fallbacksOf('en-GB'), fallbacksOf('en-US')]).toEqual(['en-US', ['en-US'], []])
})

test('matches the browser’s languages by their whole code, then by the language alone', () => {
  expect(matchLocale(['xx-YY', 'de-AT', 'en-US'])).toBe('de-DE')
  expect(matchLocale(['pt-PT'])).toBe('pt-PT')
  expect(matchLocale(['zh-Hant-HK'])).toBe('zh-TW')
  expect(matchLocale(['zh-SG'])).toBe('zh-CN')
  expect(matchLocale(['iw-IL', 'he-IL'])).toBe('he')
  expect(matchLocale(['tlh'])).toBeUndefined()
})
