import { mailLocaleOf, paths } from '@helioport/contract'
import { ObjectStoreError } from '@helioport/object-store'
import { movePeriod } from '@helioport/time/node'
import { findAccount } from '../account/queries/account.ts'
import { addresseeOf } from '../account/mail-request.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { requireSpace } from '../base/storage.ts'
import { bytesOf } from '../file-store/file-store.ts'
import type { Transaction } from '../database/session.ts'
import { timeAtOffset } from '../message/format.ts'
import { linkTo, queueMail } from '../message/outbox.ts'
import { findRawMonths } from '../telemetry/queries/retention.ts'
import { arrayOf, pack, type Packed } from './pack.ts'
import { type CopiedFile, copiedFiles } from './queries/copied.ts'
import {
  type CopyRow,
  deleteExpiredCopies,
  holdNextCopy,
  insertPart,
  noteFailure,
  postponeCopy,
  type Progress,
  setProgress,
} from './queries/copy.ts'
import { findNext, findPicture, findSerial, readLines } from './queries/copy-rows.ts'
import { aboutTexts } from './texts/about.ts'

/** Consecutive failures of a step after which the copy fails. */
const mostTries = 5

/**
 * Writes waiting copies in steps, each in its own transaction: if the process dies, the next run continues after the
 * last finished step. The copies take turns. A job with its own lane.
 */
export async function writeCopies(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteExpiredCopies(tx, service.now()))
  while (await hasSpace(service)) if (!(await writeStep(service))) return
}

async function hasSpace(service: Service): Promise<boolean> {
  try {
    await requireSpace(service)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** False: no copy waits. */
async function writeStep(service: Service): Promise<boolean> {
  let held: CopyRow | undefined
  try {
    return await service.db.transaction(async (tx) => {
      held = await holdNextCopy(tx)
      if (!held) return false
      const progress = await goOn(service, tx, held)
      await setProgress(tx, held.id, progress, service.now())
      if (progress.isDone) await tellReady(service, tx, held)
      return true
    })
  } catch (error) {
    if (!held) throw error
    const { id } = held
    // Its pictures come once the bucket is back; the other copies go on.
    if (error instanceof ObjectStoreError) {
      await service.db.transaction((tx) => postponeCopy(tx, id, service.now()))
      return false
    }
    await service.db.transaction((tx) => noteFailure(tx, id, mostTries, service.now()))
    throw error
  }
}

const emptyArray = '[\n\n]\n'.length

interface NamedPart extends Packed {
  name: string
}

/** Writes the next parts of the current file, or of the first following file that has any. */
async function goOn(service: Service, tx: Transaction, copy: CopyRow): Promise<Progress> {
  const parts: NamedPart[] = copy.files === 0 ? [await aboutPart(service, tx, copy)] : []
  let { step, after } = copy
  let isDone = false
  for (;;) {
    const file = copiedFiles[step]
    if (!file) {
      isDone = true
      break
    }
    const next = await partsOf(service, tx, copy.account_id, file, after)
    if (next === null) {
      step += 1
      after = ''
      continue
    }
    parts.push(...next.parts)
    ;({ after } = next)
    if (after === '') step += 1
    // Small files share a step: separate commits gain nothing.
    if (file.unit !== 'account') break
  }
  let bytes = 0
  for (const [nth, { name, crc, size, body }] of parts.entries()) {
    await insertPart(tx, { id: copy.id, no: copy.files + nth }, { name, crc, size, body })
    bytes += body.length
  }
  return { step, after, files: parts.length, bytes, isDone }
}

/** Null: the file is complete. `after` is empty if no further part can follow. */
async function partsOf(
  service: Service,
  tx: Transaction,
  accountId: string,
  file: CopiedFile,
  after: string,
): Promise<{ parts: NamedPart[]; after: string } | null> {
  if (file.unit === 'account') return { parts: await partOf(tx, file, file.name, [accountId]), after: '' }
  // `after`: the number of parts so far, then the last key.
  const [nth = '0', last = ''] = after.split(' ')
  const kind = kindOf[file.unit]
  const keys = await findNext(tx, accountId, kind, last, file.unit !== kind || kind === 'picture')
  const [key = ''] = keys
  if (key === '') return null
  const times = Number(nth) + 1
  const goOn = `${times} ${keys.at(-1)}`
  if (file.unit === 'picture') return { parts: await picturePart(service, tx, key), after: goOn }
  if (file.unit === kind) {
    const name = times === 1 ? file.name : `${file.name}-${times}`
    return { parts: await partOf(tx, file, name, [keys]), after: goOn }
  }
  return { parts: await monthParts(tx, file, Number(key)), after: goOn }
}

const kindOf = {
  stations: 'stations',
  devices: 'devices',
  loggers: 'loggers',
  deviceMonth: 'devices',
  loggerMonth: 'loggers',
  picture: 'picture',
} as const

/** Empty if there are no rows. */
async function partOf(
  tx: Transaction,
  file: CopiedFile,
  name: string,
  values: readonly (string | number | readonly string[])[],
): Promise<NamedPart[]> {
  const lines = await readLines(tx, file, values)
  const packed = await pack(file.csv ? lines : arrayOf(lines))
  // CSV with only a header, or an empty array.
  if (file.csv ? packed.lines <= 1 : packed.size <= emptyArray) return []
  return [{ ...packed, name: `${name}.${file.csv ? 'csv' : 'json'}` }]
}

async function monthParts(tx: Transaction, file: CopiedFile, no: number): Promise<NamedPart[]> {
  const serial = await findSerial(tx, file.unit === 'deviceMonth' ? 'device' : 'logger', no)
  const parts: NamedPart[] = []
  for (const { parent, month } of await findRawMonths(tx)) {
    if (parent !== file.table) continue
    const name = `${file.name}/${no}-${serial}/${month.slice(0, 7)}`
    parts.push(...(await partOf(tx, file, name, [no, month, movePeriod('month', month, 1)])))
  }
  return parts
}

async function picturePart(service: Service, tx: Transaction, id: string): Promise<NamedPart[]> {
  const picture = await findPicture(tx, id)
  const bytes = picture && (await bytesOf(service, picture))
  if (!bytes) return []
  return [{ ...(await pack([bytes])), name: `pictures/${id}.${picture.type.split('/')[1] ?? 'bin'}` }]
}

/** README that explains what the copy contains and what it omits. */
async function aboutPart(service: Service, tx: Transaction, copy: CopyRow): Promise<NamedPart> {
  const account = await findAccount(tx, copy.account_id)
  const text = aboutTexts[mailLocaleOf(account.mail_locale)]
    .replace('{{userName}}', account.user_name)
    .replace('{{portal}}', service.settings.baseUrl)
    .replace('{{at}}', new Date(service.now()).toISOString())
  return { ...(await pack([Buffer.from(text)])), name: 'README.txt' }
}

async function tellReady(service: Service, tx: Transaction, copy: CopyRow): Promise<void> {
  const account = await findAccount(tx, copy.account_id)
  await queueMail(service, tx, 'accountCopyReady', addresseeOf(account), {
    until: timeAtOffset(account.mail_locale, copy.expires_at, account.time_zone_offset),
    dataUrl: linkTo(service, paths.setting('data')),
  })
}
