import { alarmCodes, messageLocales } from '@helioport/contract'
import { manualOf } from './manual.ts'
import { showTextsOf } from './texts/index.ts'

const model = {
  model: 'PV-60000T',
  ratedPowerW: 60_000,
  mpptCount: 4,
  stringCount: 8,
  supportsReactivePower: true,
  supportsIvScan: false,
}

test.each(messageLocales)('the manual in %s names the model, its features and all 32 alarm codes', (locale) => {
  const { manual } = showTextsOf[locale]
  const text = manualOf(model, locale)
  expect(text).toContain('PV-60000T')
  expect(text).toContain(`${manual.powerFactor}: ${manual.yes}`)
  expect(text).toContain(`${manual.ivScan}: ${manual.no}`)
  for (const code of alarmCodes) expect(text).toMatch(new RegExp(`^### ${code} \\S`, 'm'))
})

test('titles of news differ between languages', () => {
  const titles = messageLocales.flatMap((locale) => showTextsOf[locale].news.map(({ title }) => title))
  expect(new Set(titles).size).toBe(titles.length)
})
