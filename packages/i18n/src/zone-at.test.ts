import { zoneAt } from './zone-at.ts'

test.each([
  [24.08, 120.42, 'Asia/Taipei'],
  [48.14, 11.58, 'Europe/Berlin'],
  [-9.4, -40.5, 'America/Recife'],
  [33.45, -112.07, 'America/Phoenix'],
])('the time zone at %d, %d is %s', async (latitude, longitude, zone) => {
  expect(await zoneAt(latitude, longitude)).toBe(zone)
})
