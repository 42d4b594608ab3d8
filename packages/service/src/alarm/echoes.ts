import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database/session.ts'
import { moveAlarmMails } from './queries/alarm-mail.ts'
import { findEchoes, giveKnowledge, setEcho } from './queries/echo.ts'
import type { ChangedAlarm } from './queries/frames.ts'
import { deleteEmptyGroups, insertGroupLike, moveComments } from './queries/group.ts'
import { watchedCode } from './string-watch.ts'

/**
 * One event per cause: while the string watch has named a dead string, the inverter's own word that one of its strings is
 * not well is an echo of that. It joins the group of the string that died first, with what people said of it, and is
 * neither listed, nor told, nor priced. From the stored episodes alone, so the order in which frames arrive does not
 * matter. Runs under the station's lock.
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
      await giveKnowledge(tx, groupId, namedGroupId)
      await moveComments(tx, [groupId], namedGroupId)
      await moveAlarmMails(tx, [groupId], namedGroupId)
      await deleteEmptyGroups(tx, [groupId])
    }
  }
}
