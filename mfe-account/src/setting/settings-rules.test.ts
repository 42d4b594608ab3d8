import type { AccountSettings } from '@helioport/contract'
import { objectionsOf, objectionTo, changedFields } from './settings-rules.ts'

const settings: AccountSettings = {
  nickname: 'Lin',
  phone: '',
  address: '',
  province: '',
  city: '',
  timeZoneOffset: 480,
  feedInTariff: null,
  currency: 'TWD',
  videoUrl: '',
}

test('optional fields may be empty', () => {
  expect(objectionsOf(settings)).toEqual({})
})

test.each([0, -0.05, -100, 100, 4.83])('accepts a tariff of %p', (feedInTariff) => {
  expect(objectionTo('feedInTariff', { ...settings, feedInTariff })).toBeUndefined()
})

test.each([-100.01, 101, Number.NaN, Infinity])('rejects a tariff of %p with the limits', (feedInTariff) => {
  expect(objectionTo('feedInTariff', { ...settings, feedInTariff })).toEqual({
    key: 'rule.tariff',
    values: { min: -100, max: 100 },
  })
})

test.each(['+886 2 1234 5678', '0912-345-678', '+49 (30) 123456'])('accepts phone %p', (phone) => {
  expect(objectionTo('phone', { ...settings, phone })).toBeUndefined()
})

test.each(['12345', 'call me', '++88612345678'])('rejects phone %p', (phone) => {
  expect(objectionTo('phone', { ...settings, phone })?.key).toBe('rule.phone')
})

test('accepts a video over https only', () => {
  expect(objectionTo('videoUrl', { ...settings, videoUrl: 'http://example.org/a.mp4' })?.key).toBe('rule.videoUrl')
  expect(objectionTo('videoUrl', { ...settings, videoUrl: 'https://example.org/a b.mp4' })?.key).toBe('rule.videoUrl')
  expect(objectionTo('videoUrl', { ...settings, videoUrl: ' https://example.org/a.mp4 ' })).toBeUndefined()
  expect(objectionTo('videoUrl', { ...settings, videoUrl: `https://example.org/${'a'.repeat(300)}` })?.key).toBe(
    'rule.length',
  )
})

test('a nickname of spaces counts as empty', () => {
  expect(objectionTo('nickname', { ...settings, nickname: '   ' })).toEqual({
    key: 'rule.nickname',
    values: { max: 40 },
  })
})

test('spaces around a text are no change, a tariff of zero is one', () => {
  expect(changedFields(settings, { ...settings, nickname: ' Lin ' })).toEqual([])
  expect(changedFields(settings, { ...settings, feedInTariff: 0, city: 'Tainan' })).toEqual(['city', 'feedInTariff'])
})
