import type { NamedIds } from './good-requests.ts'
import { makeOwnAccount } from './own-account.ts'
import { makeOwnCommands } from './own-commands.ts'
import { makeOwnRecords } from './own-records.ts'
import { makeOwnSharing } from './own-sharing.ts'
import { addTestPlant, frame, type Person, type TestPortal } from '../test-portal.ts'

/** One thing of each kind that a request can name, all of `owner`; add the thing of a new kind of id here. */
export async function makeOwnThings(portal: TestPortal, owner: Person): Promise<NamedIds> {
  const plant = await addTestPlant(portal, owner)
  const [device] = plant.devices
  for (const at of [portal.clock.now - 300_000, portal.clock.now]) {
    await plant.logger.send({ devices: [frame(device?.serial ?? '', at, { errorWord: 1, powerW: 5000 })] })
  }
  const { data: keys } = await owner.call('GET /loggers/:loggerId/keys', { params: { loggerId: plant.logger.id } })
  const { data: begun } = await owner.call('POST /stations/:stationId/imports', {
    params: { stationId: plant.stationId },
    body: { fileName: 'history.csv', fingerprint: 'of-own-things', rows: 1000, refused: 0 },
  })
  return {
    importId: begun.id,
    stationId: plant.stationId,
    deviceId: device?.id ?? '',
    loggerId: plant.logger.id,
    loggerKeyId: keys[0]?.id ?? '',
    ...(await makeOwnSharing(portal, owner, plant)),
    ...(await makeOwnAccount(portal, owner)),
    ...(await makeOwnRecords(portal, owner, plant)),
    ...(await makeOwnCommands(portal, { id: device?.id ?? '' })),
  }
}
