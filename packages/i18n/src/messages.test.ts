import { knownAlarmCodes, troubleValues } from '@helioport/contract'
import { alarmTexts as alarmEn } from '@helioport/contract/alarm-texts/en-US'
import { troubleTexts as troubleEn } from '@helioport/contract/trouble-texts/en-US'
import { base as en } from './messages/en-US/base.ts'
import { alarmTexts as alarmPt } from '@helioport/contract/alarm-texts/pt-BR'
import { troubleTexts as troublePt } from '@helioport/contract/trouble-texts/pt-BR'
import { base as pt } from './messages/pt-BR/base.ts'
import { alarmTexts as alarmCn } from '@helioport/contract/alarm-texts/zh-CN'
import { troubleTexts as troubleCn } from '@helioport/contract/trouble-texts/zh-CN'
import { base as cn } from './messages/zh-CN/base.ts'
import { alarmTexts as alarmTw } from '@helioport/contract/alarm-texts/zh-TW'
import { troubleTexts as troubleTw } from '@helioport/contract/trouble-texts/zh-TW'
import { base as tw } from './messages/zh-TW/base.ts'

type Tables = Record<string, Readonly<Record<string, string>>>

const english: Tables = { ...en, alarm: alarmEn, trouble: troubleEn }
const complete: [string, Tables][] = [
  ['zh-CN', { ...cn, alarm: alarmCn, trouble: troubleCn }],
  ['zh-TW', { ...tw, alarm: alarmTw, trouble: troubleTw }],
  ['pt-BR', { ...pt, alarm: alarmPt, trouble: troublePt }],
]
const chinese = complete.filter(([code]) => code !== 'pt-BR')

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
const entries = (tables: Tables) =>
  Object.entries(tables).flatMap(([namespace, table]) =>
    Object.entries(table).map(([key, text]) => ({ namespace, key, text })),
  )

test.each(complete)('%s has exactly the keys of English', (_, tables) => {
  for (const namespace of Object.keys(english)) {
    expect(Object.keys(tables[namespace] ?? {}).sort()).toEqual(Object.keys(english[namespace] ?? {}).sort())
  }
})

test.each(complete)('%s has no key that English lacks, no empty text, and all placeholders', (_, tables) => {
  for (const { namespace, key, text } of entries(tables)) {
    const original = english[namespace]?.[key]
    expect({ key, known: original !== undefined }).toEqual({ key, known: true })
    expect({ key, empty: text.trim() === '' }).toEqual({ key, empty: false })
    expect({ key, placeholders: placeholders(text) }).toEqual({ key, placeholders: placeholders(original ?? '') })
  }
})

test.each([['en-US', english], ...complete] as [string, Tables][])(
  '%s has name, reason and suggestion of all 32 alarm codes',
  (_, tables) => {
    const keys = knownAlarmCodes.flatMap((code) => [`${code}.name`, `${code}.reason`, `${code}.suggestion`])
    expect(Object.keys(tables['alarm'] ?? {}).sort()).toEqual(keys.sort())
  },
)

test.each([['en-US', english], ...complete] as [string, Tables][])(
  '%s has every gateway trouble, each with exactly its placeholders',
  (_, tables) => {
    const named = Object.entries(tables['trouble'] ?? {}).map(([code, text]) => [code, placeholders(text)])
    const told = Object.entries(troubleValues).map(([code, names]) => [code, names.map((name) => `{{${name}}}`).sort()])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(told))
  },
)

const han = /\p{Script=Han}/u

test.each(chinese)('every text of %s contains Chinese characters', (_, tables) => {
  const left = entries(tables).filter(({ key, text }) => key !== 'app.name' && !han.test(text))
  expect(left.map(({ key }) => key)).toEqual([])
})

const differing = [
  ['电', '電'],
  ['网', '網'],
  ['压', '壓'],
  ['时', '時'],
  ['发', '發'],
  ['组', '組'],
  ['检', '檢'],
  ['错', '錯'],
  ['请', '請'],
  ['数', '數'],
  ['线', '線'],
  ['机', '機'],
  ['连', '連'],
  ['应', '應'],
  ['无', '無'],
] as const

test('Traditional texts have no Simplified characters, and vice versa', () => {
  const using = (tables: Tables, characters: string[]) =>
    entries(tables).filter(({ text }) => characters.some((character) => text.includes(character)))
  expect(
    using(
      { ...tw, alarm: alarmTw, trouble: troubleTw },
      differing.map(([simplified]) => simplified),
    ),
  ).toEqual([])
  expect(
    using(
      { ...cn, alarm: alarmCn, trouble: troubleCn },
      differing.map(([, traditional]) => traditional),
    ),
  ).toEqual([])
})
