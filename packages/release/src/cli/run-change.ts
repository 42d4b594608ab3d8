import { readRunning } from '../beacons/beacon-file.ts'
import { operate, type OperatorRequest, type OperatorResult } from '../operator/operate.ts'
import { currentSerial, retirePart, rotateIndexKeys, unlockStore } from '../store/change.ts'
import { lockText } from '../store/lock.ts'
import { MoveRefused } from '../store/moves.ts'
import { readPointer } from '../store/pointer.ts'
import { clearGraves, prune } from '../store/retention.ts'
import { comparisonText, madeText } from '../operator/provenance-text.ts'
import { type ChangeFlags, nameOf, openLayout, print } from './flags.ts'

function say(result: OperatorResult): void {
  const { applied, serial, part, action, release, from, to, objections, running, made, comparison } = result
  const canary = (given: OperatorResult['from']) =>
    given.canary === null ? '' : ` + canary ${given.canary.release} ${given.canary.percent} %${given.canary.auto ? ' auto' : ''}` // prettier-ignore
  print(`${applied ? 'done' : 'would be done'}: ${action} ${part} ${release} (index ${serial})`)
  print(`  everybody  ${from.current ?? '-'}${canary(from)} -> ${to.current ?? '-'}${canary(to)}`)
  print(`  fall-back  ${from.former ?? '-'} -> ${to.former ?? '-'}`)
  const open = running.map(({ release: shown, tabs }) => `${tabs} on ${shown}`).join(', ')
  print(`  open tabs  ${open === '' ? 'none told of themselves in the last two minutes' : open}`)
  if (made !== null) print(`  made from  ${madeText(made)}`)
  if (comparison !== null) print(`  changes    ${comparisonText(comparison)}`)
  for (const { code, message } of objections) print(`  ! the gate objects: ${message} [${code}]`)
}

/** Promotes, rolls back, revokes or halts; `--dry-run` says what would happen. */
export async function runMove(
  action: OperatorRequest['action'],
  part: string,
  release: string | undefined,
  flags: ChangeFlags & { percent?: number; auto?: boolean },
): Promise<void> {
  const layout = await openLayout(flags)
  const name = nameOf(part)
  const now = new Date()
  if (flags.reason === undefined && flags.dryRun !== true) throw new MoveRefused('say why: --reason "…"')
  // The serial is read before anything else: a change by somebody else after this point is a conflict.
  const expectSerial = flags.expectSerial ?? (await currentSerial(layout))
  const { running } = await readRunning(layout, now.getTime())
  const result = await operate(
    layout,
    { ...flags, action, part: name, release, reason: flags.reason ?? '', expectSerial },
    running.filter((one) => one.part === name),
    (await readPointer(layout, name))?.canary?.release,
    now,
  )
  if (flags.json === true) print(JSON.stringify(result))
  else say(result)
}

export async function runPrune(flags: ChangeFlags): Promise<void> {
  const layout = await openLayout(flags)
  const now = new Date()
  const { recent } = await readRunning(layout, now.getTime())
  const dryRun = flags.dryRun === true
  const pruned = await prune(layout, recent, { dryRun, by: flags.by }, now)
  if (!dryRun) await clearGraves(layout)
  if (flags.json === true) print(JSON.stringify(pruned))
  else print(`${pruned.length} releases ${dryRun ? 'would be' : 'were'} removed`)
  if (flags.json !== true) for (const { name, release } of pruned) print(`  ${name} ${release}`)
}

export async function runRotate(flags: ChangeFlags): Promise<void> {
  if (flags.reason === undefined) throw new MoveRefused('say why: --reason "…"')
  const result = await rotateIndexKeys(await openLayout(flags), { reason: flags.reason, by: flags.by }, new Date())
  if (flags.json === true) print(JSON.stringify(result))
  else print(`key ${result.keyId} signs from index ${result.serial} on, ${result.nextKeyId} will be next`)
}

export async function runRetire(part: string, flags: ChangeFlags): Promise<void> {
  const { reason, by } = flags
  if (reason === undefined) throw new MoveRefused('say why: --reason "…"')
  const serial = await retirePart(await openLayout(flags), nameOf(part), { reason, by }, new Date())
  print(flags.json === true ? JSON.stringify({ serial }) : `${part} is out of index ${serial}`)
}

export async function runUnlock(flags: ChangeFlags): Promise<void> {
  if (flags.reason === undefined) throw new MoveRefused('say why: --reason "…"')
  const broken = await unlockStore(await openLayout(flags), { reason: flags.reason, by: flags.by }, new Date())
  if (flags.json === true) print(JSON.stringify(broken ?? null))
  else if (broken === undefined) print('nobody holds the lock')
  else print(`the lock was taken from ${lockText(broken)}`)
}
