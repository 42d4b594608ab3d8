import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database/session.ts'
import { moveAlarmMails } from './queries/alarm-mail.ts'
import { findEchoes, copyGroupCare, setEcho } from './queries/echo.ts'
import type { ChangedAlarm } from './queries/frames.ts'
import { deleteEmptyGroups, insertGroupLike, moveComments } from './queries/group.ts'
import { watchedCode } from './string-watch.ts'

/**
 * One event per cause: while a watch reports a dead string or a weak tracker, the inverter's own alarm A3 is an echo of
 * it. The echo joins the group of the earlier alarm, with what people wrote about it, and is neither listed, notified
 * nor priced. The function uses only stored episodes, so the order in which frames arrive does not matter. It runs
 * under the station's lock.
 */
export async function echoStrings(tx: Transaction, changed: readonly ChangedAlarm[]): Promise<void> {
  const devices = new Set(changed.flatMap(({ code, deviceNo }) => (code === watchedCode ? [deviceNo] : [])))
  if (devices.size === 0) return
  for (const episode of await findEchoes(tx, [...devices])) {
    const { id, groupId, namedGroupId, isEcho, isAlone } = episode
    if (namedGroupId === null && isEcho) {
      const own = isAlone ? groupId : randomUUID()
      if (!isAlone) await insertGroupLike(tx, own, groupId)
      await setEcho(tx, id, own, false)
    } else if (namedGroupId !== null && (!isEcho || namedGroupId !== groupId)) {
      await setEcho(tx, id, namedGroupId, true)
      if (!isAlone) continue
      await copyGroupCare(tx, groupId, namedGroupId)
      await moveComments(tx, [groupId], namedGroupId)
      await moveAlarmMails(tx, [groupId], namedGroupId)
      await deleteEmptyGroups(tx, [groupId])
    }
  }
}
