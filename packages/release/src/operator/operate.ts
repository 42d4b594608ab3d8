import type { ReleasableName } from '@helioport/contract'
import { gateViolations } from '../gate/gate.ts'
import { typeViolations } from '../gate/types/violations.ts'
import type { Violation } from '../gate/violation.ts'
import {
  type Change,
  commitChange,
  currentSerial,
  type PartChange,
  previewChange,
  SerialConflict,
} from '../store/change.ts'
import { type Layout } from '../store/layout.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { type Move, MoveRefused } from '../store/moves.ts'
import { formerOf, type Pointer } from '../store/pointer.ts'
import { type Comparison, compareReleases, type Provenance, readProvenance } from '../store/provenance.ts'
import { readRelease } from '../store/release-index.ts'

/** What an operator may request, on the command line or through the door. */
export interface OperatorRequest {
  action: 'promote' | 'rollback' | 'revoke' | 'halt'
  part: ReleasableName
  /** Needed by promote and revoke; without it rollback takes the release before, and halt the current canary. */
  release?: string | undefined
  /** Promote only: share of the browsers, as a canary. */
  percent?: number | undefined
  /** Promote only: the canary is given to more browsers automatically. */
  auto?: boolean | undefined
  reason: string
  by?: string | undefined
  expectSerial?: number | undefined
  dryRun?: boolean | undefined
  /** Promote and rollback only: proceeds in spite of the gate's objections; the audit log lists them. */
  force?: boolean | undefined
}

/** The gate objects to the release now; nothing was changed. */
export class GateObjects extends MoveRefused {
  readonly objections: readonly Violation[]
  constructor(release: string, objections: readonly Violation[]) {
    super(`the gate objects to ${release}: ${objections.map(({ code, message }) => `${message} [${code}]`).join('; ')}`)
    this.objections = objections
  }
}

/** Releases of one part that browsers are given. */
interface Given {
  current: string | null
  former: string | null
  canary: { release: string; percent: number; auto: boolean } | null
  revoked: string[]
}

/** Tabs that show a release now. */
export interface RunningTabs {
  release: string
  tabs: number
}

export interface OperatorResult {
  applied: boolean
  /** Of the index with the change. */
  serial: number
  part: ReleasableName
  action: OperatorRequest['action']
  release: string
  from: Given
  to: Given
  /** The gate's current objections to the release that people would get. */
  objections: Violation[]
  /** Origin of the release that people would get; null if it is unknown. */
  made: Pick<Provenance, 'commit' | 'subject' | 'dirty'> | null
  /** How that release differs from the current one; null if both are the same, or one cannot be read. */
  comparison: Comparison | null
  /** Open tabs by release: they are affected by the change. */
  running: RunningTabs[]
}

function moveOf({ action, release, percent, auto = false, part }: OperatorRequest, canary: string | undefined): Move {
  if (action === 'rollback') return { action, release }
  const about = release ?? (action === 'halt' ? canary : undefined)
  if (about === undefined) {
    throw new MoveRefused(action === 'halt' ? `${part} has no canary` : `${action} needs a release of ${part}`)
  }
  if (action === 'promote' && percent !== undefined) return { action: 'canary', release: about, percent, auto }
  return { action, release: about }
}

function givenBy(pointer: Pointer | undefined, retained: ReadonlySet<string>): Given {
  if (pointer === undefined) return { current: null, former: null, canary: null, revoked: [] }
  const { current, canary, revoked } = pointer
  return {
    current,
    former: formerOf(pointer, retained) ?? null,
    canary: canary === null ? null : { release: canary.release, percent: canary.percent, auto: canary.auto },
    revoked,
  }
}

async function objectionsTo(layout: Layout, { after, release, action }: PartChange): Promise<Violation[]> {
  if (action === 'halt') return []
  const shown = action === 'revoke' ? after.current : release
  const asked = [await readRelease(layout, after.name, shown)]
  const found = [...(await gateViolations(layout, asked)), ...(await typeViolations(layout, asked))]
  return found.map(({ code, message }) => ({ code, message }))
}

/** Origin of a release, and how it differs from the one that people have. */
async function describe(layout: Layout, part: ReleasableName, before: string | null, after: string) {
  const provenanceOf = (release: string) => readProvenance(layout, part, release)
  const recordOf = (release: string) => readRelease(layout, part, release).catch(() => undefined)
  const provenance = await provenanceOf(after)
  const made = provenance === undefined ? null : { commit: provenance.commit, subject: provenance.subject, dirty: provenance.dirty } // prettier-ignore
  const [from, to] = before === null || before === after ? [] : await Promise.all([before, after].map(recordOf))
  if (before === null || from === undefined || to === undefined) return { made, comparison: null }
  return { made, comparison: compareReleases(from, to, { before: await provenanceOf(before), after: provenance }) }
}

/**
 * Carries out, or with `dryRun` only previews, an operator's request for one part.
 * @throws MoveRefused where it cannot be done, SerialConflict where the index is not at `expectSerial`, GateObjects
 * where a promote or a rollback has objections of the gate and is not forced
 */
export async function operate(
  layout: Layout,
  request: OperatorRequest,
  running: RunningTabs[],
  canary: string | undefined,
  now: Date,
): Promise<OperatorResult> {
  for (let left = looks; ; left -= 1) {
    // The change must be based on the state that the gate judged: two parts that pass alone may not fit together.
    const expectSerial = request.expectSerial ?? (await currentSerial(layout))
    try {
      return await operateAt(layout, { ...request, expectSerial }, running, canary, now)
    } catch (error) {
      if (!(error instanceof SerialConflict) || request.expectSerial !== undefined || left <= 1) throw error
    }
  }
}

/** Number of tries when somebody else changes the index first and the caller gave no serial. */
const looks = 5

async function operateAt(
  layout: Layout,
  request: OperatorRequest & { expectSerial: number },
  running: RunningTabs[],
  canary: string | undefined,
  now: Date,
): Promise<OperatorResult> {
  const { part, action, dryRun = false, force = false } = request
  const moves = [{ name: part, move: moveOf(request, canary) }]
  // A preview is requested while the person still writes the reason.
  const options = dryRun && request.reason.trim() === '' ? { ...request, reason: 'preview' } : request
  let { serial, parts }: Change = await previewChange(layout, moves, options, now)
  const [previewed] = parts
  if (previewed === undefined) throw new MoveRefused('nothing was asked')
  const objections = await objectionsTo(layout, previewed)
  const isHeld = (action === 'promote' || action === 'rollback') && objections.length > 0
  if (!dryRun) {
    if (isHeld && !force) throw new GateObjects(previewed.release, objections)
    const over = isHeld ? ` (forced over: ${[...new Set(objections.map(({ code }) => code))].join(', ')})` : ''
    ;({ serial, parts } = await commitChange(layout, moves, { ...options, reason: options.reason + over }, now))
  }
  const change = parts[0] ?? previewed
  const retained = await retainedReleases(layout, part)
  const shown = action === 'revoke' || action === 'halt' ? change.after.current : change.release
  return {
    ...(await describe(layout, part, change.before?.current ?? null, shown)),
    applied: !dryRun,
    serial,
    part,
    action,
    release: change.release,
    from: givenBy(change.before, retained),
    to: givenBy(change.after, retained),
    objections,
    running,
  }
}
