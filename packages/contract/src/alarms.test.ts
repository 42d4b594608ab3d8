import { alarmBitOf, alarmCodes, alarmsIn, errorWordOf } from './alarms.ts'

test('the 32 alarm codes are the 32 bits, in the order E, A, C, F from the lowest', () => {
  expect(alarmCodes).toHaveLength(32)
  expect([alarmBitOf('E1'), alarmBitOf('A1'), alarmBitOf('C1'), alarmBitOf('F8')]).toEqual([0, 8, 16, 31])
})

test('every set of alarm codes round-trips through the error word', () => {
  for (const code of alarmCodes) expect(alarmsIn(errorWordOf([code]))).toEqual([code])
  expect(alarmsIn(errorWordOf([...alarmCodes]))).toEqual([...alarmCodes])
  expect(errorWordOf(['F8'])).toBe(0x80000000)
})
