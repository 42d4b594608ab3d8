import type { Sample, Verdicts } from '../beacons/verdicts.ts'
import { commitChange, currentSerial } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import { type Move, MoveRefused } from '../store/moves.ts'
import { type Pointer, type PointerCanary, readPointers } from '../store/pointer.ts'
import { type CanaryDecision, type CanaryEvidence, type CanaryRules, decideCanary } from './decide.ts'

/** The baseline covers at least this time, in ms. */
const baselineMs = 3_600_000
/** Canaries are looked at this often at most, in ms. */
const lookEveryMs = 5_000

export interface CanaryController {
  /** Halts canaries or moves them on; does nothing within 5 s of the last call. @throws when the store fails */
  look: (now: number) => Promise<void>
}

/** Reports on a canary, and on the current release that it is compared with. */
export function evidenceOf(
  verdicts: Verdicts,
  rules: CanaryRules,
  { name, current }: Pick<Pointer, 'name' | 'current'>,
  canary: PointerCanary,
  now: number,
): CanaryEvidence {
  const sampleSince = (release: string, from: number): Sample => {
    const weights = { share: rules.addressShare, least: rules.minTabs * rules.addressShare }
    return verdicts.since(name, release, from, weights)
  }
  // If the clock was set back, these instants lie in the future: `now` keeps the reports since then in the sample.
  const [began, stepped] = [canary.since, canary.steppedAt].map((at) => Math.min(Date.parse(at), now)) as [
    number,
    number,
  ]
  return {
    canary: sampleSince(canary.release, began),
    step: sampleSince(canary.release, stepped),
    baseline: sampleSince(current, Math.min(began, now - baselineMs)),
  }
}

function moveOf(release: string, decision: CanaryDecision): Move | undefined {
  if (decision.kind === 'wait') return undefined
  if (decision.kind === 'step') return { action: 'step', release, percent: decision.percent }
  return { action: decision.kind, release }
}

/** Watches canaries by their beacons: halts a bad one within seconds, gives a good one to more browsers. */
export function createCanaryController(layout: Layout, verdicts: Verdicts, rules: CanaryRules): CanaryController {
  let lookedAt = -Infinity
  let looking: Promise<void> = Promise.resolve()

  async function lookAt(pointer: Pointer, now: number): Promise<void> {
    const { name, canary } = pointer
    if (canary === null) return
    const expectSerial = await currentSerial(layout)
    const decision = decideCanary(canary, evidenceOf(verdicts, rules, pointer, canary, now), now, rules)
    const move = moveOf(canary.release, decision)
    if (move === undefined || decision.kind === 'wait') return
    try {
      const options = { reason: decision.reason, by: 'canary control', expectSerial }
      await commitChange(layout, [{ name, move }], options, new Date(now))
    } catch (error) {
      // Somebody else moved the pointer: the next look decides anew.
      if (!(error instanceof MoveRefused)) throw error
    }
  }

  return {
    look(now) {
      // Math.abs: a clock that was set back must not stop the looks until the old time is reached again.
      if (Math.abs(now - lookedAt) < lookEveryMs) return looking
      lookedAt = now
      looking = (async () => {
        for (const pointer of await readPointers(layout)) await lookAt(pointer, now)
      })()
      return looking
    },
  }
}
