import { arrayKinds } from './array-kinds.ts'
import { BehaviourError } from './behaviour-error.ts'
import { commandKinds } from './command-kinds.ts'
import { inverterKinds } from './inverter-kinds.ts'
import type { BehaviourKind } from './kind.ts'
import { reportKinds } from './report-kinds.ts'

/** All behaviours by name. A new behaviour is one entry in one of the four lists. */
export const behaviourKinds: ReadonlyMap<string, BehaviourKind> = new Map(
  [...inverterKinds, ...commandKinds, ...arrayKinds, ...reportKinds].map((declared) => [declared.name, declared]),
)

/** Throws BehaviourError. */
export function kindOf(name: string): BehaviourKind {
  const found = behaviourKinds.get(name)
  if (found) return found
  throw new BehaviourError(
    'behaviour.unknown',
    `no behaviour ${name}; there are: ${[...behaviourKinds.keys()].join(', ')}`,
  )
}
