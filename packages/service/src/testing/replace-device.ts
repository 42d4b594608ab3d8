import { type Person, proved, type TestPlant, type TestPortal } from './test-portal.ts'

/** Replaces an inverter of a test plant by one with this rated power; its serial is the former one with -B. */
export const replaceDevice = (
  portal: TestPortal,
  owner: Person,
  { id, serial }: TestPlant['devices'][number],
  replacedAt: string,
  ratedPowerW = 10_000,
) =>
  proved(portal, owner).call('POST /devices/:deviceId/replacement', {
    params: { deviceId: id },
    body: {
      serial: `${serial}-B`,
      model: `PV${ratedPowerW / 1000}`,
      ratedPowerW,
      capacityKwp: ratedPowerW / 1000,
      mpptCount: 2,
      stringCount: 4,
      supportsReactivePower: false,
      supportsIvScan: false,
      replacedAt,
    },
  })
