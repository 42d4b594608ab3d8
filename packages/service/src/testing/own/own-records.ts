import { createHash } from 'node:crypto'
import { insertCopy, setProgress } from '../../own-data/queries/copy.ts'
import { runExportTasks } from '../../export/task.ts'
import type { NamedIds } from './good-requests.ts'
import type { Person, TestPlant, TestPortal } from '../test-portal.ts'

export type OwnRecords = Pick<NamedIds, 'alarmId' | 'alarmSnoozeId' | 'exportTaskId' | 'bulletinId'>

/** An alarm assigned to the owner, a snooze of theirs, a finished export and copy, and a bulletin. */
export async function makeOwnRecords(portal: TestPortal, owner: Person, plant: TestPlant): Promise<OwnRecords> {
  const { stationId } = plant
  const deviceId = plant.devices[0]?.id ?? ''
  const alarms = await owner.call('GET /alarms', { query: { stationId } })
  const alarmId = alarms.data[0]?.id ?? ''
  await owner.call('PUT /alarms/:alarmId/assignee', { params: { alarmId }, body: { accountId: owner.accountId } })
  const until = new Date(portal.clock.now + 3_600_000).toISOString()
  const snooze = await owner.call('POST /alarm-snoozes', { body: { code: 'C4', stationId, deviceId, until } })
  const task = await owner.call('POST /export-tasks', {
    body: { kind: 'stations', format: 'csv', locale: 'en-US', stationId },
  })
  await runExportTasks(portal.service)
  const { now } = portal.clock
  await portal.db.transaction(async (tx) => {
    const { id } = await insertCopy(tx, owner.accountId, { now, expiresAt: now + 24 * 3_600_000 })
    await setProgress(tx, id, { step: 0, after: '', files: 0, bytes: 0, isDone: true }, now)
  })
  const bulletin = await portal.db.kysely
    .insertInto('bulletin')
    .values({
      kind: 'download',
      locale: 'pt-BR',
      title: 'Manual',
      body: '',
      url: '',
      published_at: new Date(portal.clock.now),
      file_name: 'manual.txt',
      file_bytes: 6,
      file_sha256: createHash('sha256').update('manual').digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.db.kysely
    .insertInto('bulletin_file')
    .values({ bulletin_id: bulletin.id, bytes: Buffer.from('manual') })
    .execute()
  return { alarmId, alarmSnoozeId: snooze.data.id, exportTaskId: task.data.id, bulletinId: bulletin.id }
}
