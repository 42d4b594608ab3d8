import { ApiError } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { renderHook } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { anyAccount } from './any-account.ts'
import { settingsOf } from './settings-rules.ts'
import { fieldOf, useObjections } from './use-objections.ts'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

test('shows issues of the service at their fields, in the form’s own words', () => {
  const { result } = renderHook(useObjections)
  const failure = new ApiError('request.invalid', 400, 't1', [
    { path: '/phone', message: 'must match pattern' },
    { path: '/city', message: 'unknown place' },
    { path: '/colour', message: 'no such field' },
  ])
  const settings = settingsOf(anyAccount({ phone: 'x' }))
  expect(result.current.objectionsOf(failure, settings)).toEqual({
    phone: enUS['rule.phone'],
    city: enUS['rule.refused'],
  })
})

test('an error without issues marks no field; an unexpected exception is rethrown', () => {
  const { result } = renderHook(useObjections)
  const settings = settingsOf(anyAccount())
  expect(result.current.objectionsOf(new ApiError('client.timeout', 0), settings)).toEqual({})
  expect(() => result.current.objectionsOf(new TypeError('defect'), settings)).toThrow('defect')
})

test('the message of a rule names its limits', () => {
  const { result } = renderHook(useObjections)
  const settings = settingsOf(anyAccount({ feedInTariff: 1000 }))
  expect(result.current.rules.feedInTariff(1000, settings)).toBe('Enter a number from -100 to 100.')
})

test.each([
  ['/phone', 'phone'],
  ['/body/feedInTariff', 'feedInTariff'],
  ['', undefined],
  ['/constructor', undefined],
])('JSON pointer %p belongs to field %p', (pointer, field) => {
  expect(fieldOf(pointer)).toBe(field)
})
