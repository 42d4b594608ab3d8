import { sharedPlant } from '../testing/shared-portal.ts'
import { judgeBatch } from './take-batch.ts'

const { portal, plant } = sharedPlant('2026-06-10T10:00:00Z')

test.each(['devices', 'sensors'] as const)('checking many rows of %s does not block the event loop', async (list) => {
  let turns = 0
  let isOver = false
  const next = () => {
    turns += 1
    if (!isOver) setImmediate(next)
  }
  // Each row takes a millisecond of CPU time.
  const judge = () => {
    const { user: from } = process.threadCpuUsage()
    while (process.threadCpuUsage().user - from < 1_000);
    return false
  }
  const rows = Array.from({ length: 200 }, () => ({ at: -1 }))
  const logger = { id: plant.logger.id, no: 1, account_id: plant.stationId, station_id: plant.stationId } as never
  setImmediate(next)
  const batch = { devices: [], sensors: [], [list]: rows }
  const { verdict } = await judgeBatch(portal.service, logger, batch, { isDeviceFrame: judge, isSensorFrame: judge })
  isOver = true
  expect(verdict.rejected).toHaveLength(rows.length)
  expect(turns).toBeGreaterThan(8)
})
