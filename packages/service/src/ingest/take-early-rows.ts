import { setImmediate as turn } from 'node:timers/promises'
import type { Service } from '../base/service.ts'
import { deleteEarlyRows, findDueEarlyRows } from '../inventory/queries/early-row.ts'
import { findLoggerByNo } from '../inventory/queries/logger.ts'
import { rowTests } from './batch.ts'
import { ingest } from './take-batch.ts'

/** Rows per batch, and batches per run; other work runs between batches. */
const rowsPerTurn = 500
const turnsPerRun = 200

/**
 * Stores rows from before a start date that was moved back since, as if their logger sent them now. They are deleted
 * from `kept_aside` after they were stored: an interrupted run repeats some of them, which is idempotent.
 */
export async function takeEarlyRows(service: Service): Promise<void> {
  for (let nth = 0; nth < turnsPerRun; nth += 1) {
    const due = await findDueEarlyRows(service.db.read, rowsPerTurn)
    const [first] = due
    if (!first) return
    const rows = due.filter((row) => row.logger_no === first.logger_no)
    const logger = await findLoggerByNo(service.db.read, first.logger_no)
    const frames = (isSensor: boolean) =>
      rows.filter((row) => (row.device_no === null) === isSensor).map(({ frame }) => frame)
    const batch = { logger: logger.serial, seq: 0, loggerTime: 0, uptimeS: 0 }
    await ingest(service, logger, { ...batch, devices: frames(false), sensors: frames(true) }, rowTests, 'again')
    await service.db.transaction((tx) =>
      deleteEarlyRows(
        tx,
        rows.map(({ no }) => no),
      ),
    )
    await turn()
  }
}
