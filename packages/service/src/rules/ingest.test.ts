import { addTestPlant, frame, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
}, 60_000)
afterAll(() => portal.stop())

test('a frame that is sent twice is stored once', async () => {
  const { logger, devices } = await addTestPlant(portal, owner)
  const serial = devices[0]?.serial ?? ''
  const devicesSent = [frame(serial, '2026-06-10T09:00:00Z', { powerW: 5000, energyTotalKwh: 10 })]
  expect((await logger.send({ devices: devicesSent })).data).toMatchObject({ accepted: 1, duplicates: 0 })
  expect((await logger.send({ devices: devicesSent })).data).toMatchObject({ accepted: 0, duplicates: 1 })
})
