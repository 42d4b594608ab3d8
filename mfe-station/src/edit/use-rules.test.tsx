import { ApiError } from '@helioport/api-client'
import { setUpI18n } from '@helioport/i18n'
import { renderHook } from '@testing-library/react'
import { addOwnerTexts } from '../station/owner-texts.ts'
import enUS from '../station/owner-messages/en-US.ts'
import { SaveFailure } from './save-station.ts'
import { emptyValues } from './station-values.ts'
import { fieldOf, useRules } from './use-rules.ts'

const values = { ...emptyValues('2026-11-21', 'EUR', 1), latitude: 91 }

beforeAll(async () => {
  await setUpI18n('en-US')
  await addOwnerTexts()
})

const objectionsTo = (part: SaveFailure['part'], reason: ApiError) =>
  renderHook(useRules).result.current.objectionsTo(new SaveFailure(part, reason, undefined), values)

test('shows issues of the service at their fields, in the form’s own words', () => {
  const reason = new ApiError('request.invalid', 400, 't', [
    { path: '/station/latitude', message: 'must be <= 90' },
    { path: '/station/timeZone', message: 'must be an IANA time zone' },
    { path: '/station/temperatureCoefficient', message: 'must be <= 0' },
    { path: '/rates/1/rate', message: 'must be <= 100' },
    { path: '/constructor', message: 'no such field' },
  ])
  expect(objectionsTo('form', reason)).toEqual({
    latitude: 'Enter a number from -90 to 90',
    timeZone: enUS['rule.required'],
    coefficientPercent: enUS['rule.required'],
    rates: enUS['rule.rates'],
  })
})

test('assigns the error code of a field, of a part of the form, or of a file to its field', () => {
  expect(Object.keys(objectionsTo('form', new ApiError('station.nameTaken', 409)))).toEqual(['name'])
  expect(Object.keys(objectionsTo('form', new ApiError('station.currencyFixed', 409)))).toEqual(['currency'])
  expect(Object.keys(objectionsTo('form', new ApiError('tariff.past', 409)))).toEqual(['rates'])
  expect(Object.keys(objectionsTo('form', new ApiError('co2Factor.dateTaken', 409)))).toEqual(['factor'])
  expect(Object.keys(objectionsTo('form', new ApiError('device.assigned', 409)))).toEqual(['deviceIds'])
  expect(Object.keys(objectionsTo('picture', new ApiError('picture.invalid', 400)))).toEqual(['picture'])
  expect(objectionsTo('form', new ApiError('client.timeout', 0))).toEqual({})
})

test.each([
  ['/station/name', 'name'],
  ['/rates/0/bands', 'rates'],
  ['/removedRates', 'rates'],
  ['/station', undefined],
  ['', undefined],
  ['/toString', undefined],
])('JSON pointer %p belongs to field %p', (path, field) => {
  expect(fieldOf(path, values)).toBe(field)
})
