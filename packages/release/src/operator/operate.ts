import type { ReleasableName } from '@helioport/contract'
import { gateViolations } from '../publish/gates.ts'
import { type Change, commitChange, type PartChange, previewChange } from '../store/change.ts'
import { type Layout, retainedReleases } from '../store/layout.ts'
import { type Move, MoveRefused } from '../store/moves.ts'
import { formerOf, type Pointer } from '../store/pointer.ts'
import { readIndex, readRelease } from '../store/release-index.ts'

/** What an operator may ask, on the command line and through the door. */
export interface OperatorRequest {
  action: 'promote' | 'rollback' | 'revoke' | 'halt'
  part: ReleasableName
  /** Needed by promote and revoke; rollback goes to the release before, halt ends the canary there is. */
  release?: string | undefined
  /** Promote only: share of the browsers, as a canary. */
  percent?: number | undefined
  /** Promote only: the canary climbs by itself. */
  auto?: boolean | undefined
  reason: string
  by?: string | undefined
  expectSerial?: number | undefined
  dryRun?: boolean | undefined
}

/** What browsers are given of one part. */
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
  /** What the publish gate has against it: host API, prefixes, shared modules. */
  warnings: string[]
  /** Who is on what now, and so is affected. */
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

async function warningsOf(layout: Layout, { after, release, action }: PartChange): Promise<string[]> {
  if (action === 'halt') return []
  const index = (await readIndex(layout))?.payload
  const shown = action === 'revoke' ? after.current : release
  return gateViolations(await readRelease(layout, after.name, shown), index, index?.shell ?? undefined, false)
}

/**
 * Does, or with `dryRun` only foretells, what an operator asks for one part.
 * @throws MoveRefused where it cannot be done, SerialConflict where the index is not at `expectSerial`
 */
export async function operate(
  layout: Layout,
  request: OperatorRequest,
  running: RunningTabs[],
  canary: string | undefined,
  now: Date,
): Promise<OperatorResult> {
  const { part, action, dryRun = false } = request
  const moves = [{ name: part, move: moveOf(request, canary) }]
  // A preview comes while the reason is still being written.
  const options = dryRun && request.reason.trim() === '' ? { ...request, reason: 'preview' } : request
  const run: typeof previewChange = dryRun ? previewChange : commitChange
  const { serial, parts }: Change = await run(layout, moves, options, now)
  const [change] = parts
  if (change === undefined) throw new MoveRefused('nothing was asked')
  const retained = await retainedReleases(layout, part)
  return {
    applied: !dryRun,
    serial,
    part,
    action,
    release: change.release,
    from: givenBy(change.before, retained),
    to: givenBy(change.after, retained),
    warnings: await warningsOf(layout, change),
    running,
  }
}
