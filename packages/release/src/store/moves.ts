import type { ReleasableName } from '@helioport/contract'
import { canaryPercents } from '@helioport/contract/release'
import { formerOf, type Pointer, type PointerChange } from './pointer.ts'

/** A change of one part's pointer. */
export type Move =
  | { action: 'publish'; release: string }
  | { action: 'promote'; release: string }
  /** To `release`; without it, to the release in use before. */
  | { action: 'rollback'; release?: string | undefined }
  | { action: 'canary'; release: string; percent: number; auto: boolean }
  | { action: 'step'; release: string; percent: number }
  | { action: 'finish'; release: string }
  | { action: 'halt'; release: string }
  | { action: 'revoke'; release: string }

/** The move cannot be done; the message says why. Nothing was changed. */
export class MoveRefused extends Error {}

type Stamp = Pick<PointerChange, 'at' | 'reason' | 'serial'>

const without = (releases: readonly string[], release: string) => releases.filter((one) => one !== release)
const withOne = (releases: readonly string[], release: string) => [...new Set([...releases, release])]

function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new MoveRefused(message)
}

function released(pointer: Pointer | undefined, name: string): Pointer {
  demand(pointer !== undefined, `${name} was never published`)
  return pointer
}

function demandUsable(pointer: Pointer | undefined, name: string, release: string, retained: ReadonlySet<string>) {
  demand(retained.has(release), `there is no release ${release} of ${name} in the store`)
  demand(!pointer?.revoked.includes(release), `${release} of ${name} was revoked`)
}

/** Makes a release current for everybody, and ends a canary. */
function pointed(pointer: Pointer, release: string): Pointer {
  return { ...pointer, current: release, canary: null, withdrawn: without(pointer.withdrawn, release) }
}

function startCanary(pointer: Pointer, move: Move & { action: 'canary' }, stamp: Stamp): Pointer {
  const { release, percent, auto } = move
  demand(pointer.name !== 'shell', 'the shell hosts the canaries and has none of its own')
  demand(release !== pointer.current, `${release} is the current release of ${pointer.name}`)
  const fits = canaryPercents.some((step) => step === percent)
  demand(fits, `a canary is given to ${canaryPercents.join(', ')} percent of the browsers`)
  const canary = { release, percent, auto, since: stamp.at, steppedAt: stamp.at }
  return { ...pointer, canary, withdrawn: without(pointer.withdrawn, release) }
}

function changeCanary(pointer: Pointer, move: Move & { action: 'step' | 'finish' | 'halt' }, stamp: Stamp): Pointer {
  const { canary } = pointer
  demand(canary?.release === move.release, `${move.release} is not the canary of ${pointer.name}`)
  if (move.action === 'finish') return pointed(pointer, canary.release)
  if (move.action === 'step') return { ...pointer, canary: { ...canary, percent: move.percent, steppedAt: stamp.at } }
  return { ...pointer, canary: null, withdrawn: withOne(pointer.withdrawn, canary.release) }
}

function revoke(pointer: Pointer, release: string, retained: ReadonlySet<string>): Pointer {
  demand(!pointer.revoked.includes(release), `${release} of ${pointer.name} was revoked`)
  const known = retained.has(release) || pointer.history.some((change) => change.release === release)
  demand(known, `there is no release ${release} of ${pointer.name}`)
  const revoked = { ...pointer, revoked: [...pointer.revoked, release] }
  if (pointer.canary?.release === release) return { ...revoked, canary: null }
  if (pointer.current !== release) return revoked
  const former = formerOf(revoked, retained)
  demand(former !== undefined, `${release} is the only release of ${pointer.name}: promote another one first`)
  return pointed(revoked, former)
}

/**
 * Releases that a rollback skips: none of them may become a fall-back. They are those that came after the target; if
 * nobody was ever given the target, all former ones.
 */
function passed({ history, current, canary }: Pointer, release: string): string[] {
  const inOrder = [...new Set(history.flatMap((change) => [change.release, change.current]))]
  const after = inOrder.slice(inOrder.indexOf(release) + 1)
  return [...after, current, ...(canary === null ? [] : [canary.release])].filter((one) => one !== release)
}

function moved(
  before: Pointer | undefined,
  name: ReleasableName,
  move: Move,
  stamp: Stamp,
  retained: ReadonlySet<string>,
) {
  if (move.action === 'publish' || move.action === 'promote') {
    demandUsable(before, name, move.release, retained)
    const empty: Pointer = { name, current: move.release, canary: null, withdrawn: [], revoked: [], history: [] }
    demand(
      move.action === 'publish' || before?.current !== move.release,
      `${move.release} is the current release of ${name}`,
    )
    return { release: move.release, pointer: pointed(before ?? empty, move.release) }
  }
  if (move.action === 'canary')
    demand(before !== undefined, `${name} was never published: its first release is everybody's, without a percentage`)
  const pointer = released(before, name)
  if (move.action === 'rollback') {
    const release = move.release ?? formerOf(pointer, retained)
    const next = pointer.canary === null ? '' : `; "halt" ends its canary ${pointer.canary.release}`
    demand(release !== undefined, `there is no former release of ${name} to go back to${next}`)
    demand(release !== pointer.current, `${release} is the current release of ${name}`)
    demandUsable(pointer, name, release, retained)
    const taken = { ...pointer, withdrawn: [...new Set([...pointer.withdrawn, ...passed(pointer, release)])] }
    return { release, pointer: pointed(taken, release) }
  }
  if (move.action === 'canary') {
    demandUsable(pointer, name, move.release, retained)
    return { release: move.release, pointer: startCanary(pointer, move, stamp) }
  }
  if (move.action === 'revoke') return { release: move.release, pointer: revoke(pointer, move.release, retained) }
  return { release: move.release, pointer: changeCanary(pointer, move, stamp) }
}

/**
 * The pointer after a move. Pure. `retained`: releases of the part in the store.
 * @throws MoveRefused
 */
export function applyMove(
  before: Pointer | undefined,
  name: ReleasableName,
  move: Move,
  stamp: Stamp,
  retained: ReadonlySet<string>,
): Pointer {
  const { release, pointer } = moved(before, name, move, stamp, retained)
  const change = { at: stamp.at, action: move.action, release, current: pointer.current, reason: stamp.reason, serial: stamp.serial } // prettier-ignore
  return { ...pointer, history: [...pointer.history, change] }
}
