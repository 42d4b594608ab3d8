import { join } from 'node:path'
import { readRunning } from '../beacons/beacon-file.ts'
import { keepVersion, windowFits } from '../gate/window.ts'
import { type Status, statusOf } from '../operator/status.ts'
import { lockText } from '../store/lock.ts'
import { readAudit, verifyAudit } from '../store/audit.ts'
import { madeText } from '../operator/provenance-text.ts'
import { type CommonFlags, nameOf, openLayout, print } from './flags.ts'

export async function runStatus(flags: CommonFlags): Promise<void> {
  const layout = await openLayout(flags)
  const status = await statusOf(layout)
  const { running } = await readRunning(layout, Date.now())
  if (flags.json === true) {
    print(JSON.stringify({ ...status, running }))
    return
  }
  print(`index ${status.serial || 'not written yet'}, valid until ${status.notAfter ?? '-'}, key ${status.keyId}`)
  for (const { name, current, former, since, brotliBytes, canary, releases } of status.parts) {
    const size = `${(brotliBytes / 1024).toFixed(1)} KB br`
    const made = releases.find(({ release }) => release === current)
    print(`${name.padEnd(10)} ${current}  since ${since}  ${size}  before: ${former ?? '-'}  kept: ${releases.length}`)
    if (made?.gitSha != null) print(`${''.padEnd(10)} ${madeText({ ...made, commit: made.gitSha })}`)
    if (canary !== null)
      print(`${''.padEnd(10)} ${canary.release}  canary, ${canary.percent} % since ${canary.steppedAt}`)
    for (const { release, tabs, cohort } of running.filter(({ part }) => part === name))
      print(`${''.padEnd(10)} ${release}  in ${tabs} open tabs (${cohort})`)
  }
  sayTrouble(status)
}

function sayTrouble({ lock, bucket, serial, audit: { brokenAt } }: Status): void {
  if (lock !== null) {
    const who = lockText(lock)
    const state = { running: 'it runs', gone: 'it runs no more', unknown: 'it is of another system or container' }[lock.state] // prettier-ignore
    print(
      `! locked by ${who}${lock.unreadable === undefined ? ` (${state})` : ''}; whoever is silent for 15 s loses it, at once: release unlock --reason "…"`,
    )
  }
  if (bucket?.error != null) print(`! ${bucket.error}`)
  else if (bucket !== null && bucket.serial !== serial) print(`! ${bucket.name} has index ${bucket.serial ?? 'none'}, not ${serial}`) // prettier-ignore
  for (const release of bucket?.missing ?? []) print(`! ${bucket?.name ?? ''} lacks ${release}`)
  if (brokenAt !== null) print(`! line ${brokenAt} of the audit log is not as it was written`)
}

export async function runHistory(part: string | undefined, flags: CommonFlags & { limit: number }): Promise<void> {
  const entries = await readAudit(await openLayout(flags), flags.limit, part === undefined ? undefined : nameOf(part))
  if (flags.json === true) print(JSON.stringify(entries))
  else
    for (const { at, serial, action, name, from, to, percent, by, reason } of entries) {
      const share = percent === null ? '' : ` ${percent} %`
      print(
        `${at}  ${serial}  ${action.padEnd(9)} ${name ?? '-'}  ${from ?? '-'} -> ${to ?? '-'}${share}  ${by}: ${reason}`,
      )
    }
}

/** With `--verify`, fails where the log was altered. */
export async function runAudit(flags: CommonFlags & { verify?: boolean }): Promise<void> {
  const layout = await openLayout(flags)
  if (flags.verify !== true) {
    await runHistory(undefined, { ...flags, limit: Infinity })
    return
  }
  const [{ lines, serial, brokenAt }, status] = await Promise.all([verifyAudit(layout), statusOf(layout)])
  // The log was cut off at its end if the index has a later serial.
  const isShort = serial < status.serial
  if (flags.json === true) print(JSON.stringify({ lines, serial, indexSerial: status.serial, brokenAt, isShort }))
  if (brokenAt !== null) throw new Error(`line ${brokenAt} of the audit log is not as it was written`)
  if (isShort) throw new Error(`the audit log ends at serial ${serial}, the index is at ${status.serial}`)
  if (flags.json !== true) print(`${lines} lines, unbroken and signed, up to serial ${serial}`)
}

/** Releases of former versions, which later releases are checked against. */
const versionsFolder = join(import.meta.dirname, '../../versions')

/** Fails where a remote of a former version does not fit the current shell. */
export async function runWindow(parts: readonly string[], flags: CommonFlags & { keep?: boolean }): Promise<void> {
  const layout = await openLayout(flags)
  if (flags.keep === true) {
    print(await keepVersion(layout, versionsFolder, parts))
    return
  }
  const fits = await windowFits(layout, versionsFolder, parts)
  if (flags.json === true) print(JSON.stringify(fits))
  else
    for (const { shell, remote, objections, unnamed } of fits) {
      const named = unnamed.map((text) => `the shell names what it has no text for: ${text}`)
      for (const line of [...(objections.length === 0 ? ['fits'] : objections), ...named]) print(`shell ${shell}, ${remote}: ${line}`) // prettier-ignore
    }
  if (fits.some(({ shell, objections }) => shell === 'now' && objections.length > 0)) process.exitCode = 1
}
