import type { Gateway } from '@helioport/contract'
import { setUpI18n } from '@helioport/i18n'
import { renderHook } from '@testing-library/react'
import { addTroubleTexts, useTroubleText } from './trouble-texts.ts'

type Told = Pick<NonNullable<Gateway['report']>['sources'][number], 'trouble' | 'troubles'>

const sentence = 'unit 7 speaks no SunSpec: is it switched on in the device, and is the unit right?'
const coded: Told = { trouble: sentence, troubles: [{ code: 'unit.noSunspec', values: { unit: 7 } }] }

async function toldIn(locale: string, told: Told): Promise<string[]> {
  await setUpI18n(locale)
  await addTroubleTexts()
  const { result } = renderHook(useTroubleText)
  return result.current(told)
}

test.each([
  ['en-US', sentence],
  ['zh-CN', '单元 7 不支持 SunSpec：请确认设备中已开启，且单元号正确'],
  ['zh-TW', '單元 7 不支援 SunSpec：請確認裝置中已開啟，且單元編號正確'],
  ['pt-BR', 'a unidade 7 não fala SunSpec: está ativado no dispositivo, e a unidade está certa?'],
])('translates a gateway’s error code to %s', async (locale, words) => {
  expect(await toldIn(locale, coded)).toEqual([words])
})

test.each<[what: string, told: Told]>([
  ['a gateway without codes', { trouble: 'a cable' }],
  ['a newer one, whose code is not known here', { trouble: 'a cable', troubles: [{ code: 'unit.new', values: {} }] }],
  [
    'one that leaves out what the sentence names',
    { trouble: 'a cable', troubles: [{ code: 'unit.busy', values: {} }] },
  ],
])('shows the sentence of %s unchanged', async (_what, told) => {
  expect(await toldIn('zh-CN', told)).toEqual(['a cable'])
})

test('returns no text without an error', async () => {
  expect(await toldIn('zh-CN', { trouble: null })).toEqual([])
})
