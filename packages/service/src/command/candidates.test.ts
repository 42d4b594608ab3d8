import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

test("obstacles to a remote setting follow the device's frames", async () => {
  const plant = await addTestPlant(portal, owner, { devices: 4 })
  const [producing = '', starting = '', faulty = '', silent = ''] = plant.devices.map(({ serial }) => serial)
  await plant.logger.send({
    devices: [
      frame(producing, portal.clock.now),
      frame(starting, portal.clock.now, { mode: 0 }),
      frame(faulty, portal.clock.now, { mode: 5, errorWord: 0x20 }),
    ],
  })
  const obstacles = async () => {
    const { data } = await owner.call('GET /remote-settings/devices')
    return Object.fromEntries(data.map((device) => [device.serial, device.reactivePowerObstacles]))
  }
  expect(await obstacles()).toEqual({
    [producing]: [],
    [starting]: ['uninitialized'],
    [faulty]: ['fault'],
    [silent]: ['uninitialized'],
  })
  portal.clock.now += 15 * 60_000
  expect(await obstacles()).toEqual({
    [producing]: ['offline'],
    [starting]: ['uninitialized', 'offline'],
    [faulty]: ['offline'],
    [silent]: ['uninitialized'],
  })
})
