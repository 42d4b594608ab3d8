import { alarmClassOf, lowLightAlarms } from '@helioport/contract'
import { lowLightFault } from './low-light.ts'

test('A2 is the only low-light code that counts as a fault', () => {
  expect([...lowLightAlarms].filter((code) => alarmClassOf(code) === 'fault')).toEqual([lowLightFault])
})
