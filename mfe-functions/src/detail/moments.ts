import { type CommandDetail, type CommandStep, outcomeOf } from '@helioport/contract'

type Device = CommandDetail['devices'][number]

/** A step of a device, or what happened to its whole command: a second person let it go, its time to wait was over, it went back. */
export type Moment =
  | { at: string; what: 'step'; step: CommandStep; before: CommandStep | undefined }
  | { at: string; what: 'approved' | 'rejected' | 'waited' | 'back'; by: string | null }

type Whole = Extract<Moment, { by: string | null }>

/** What happened to the whole command while it was held; `sent`: one of its devices was asked. */
function heldMoments({ hold }: CommandDetail, isSent: boolean): Whole[] {
  if (!hold) return []
  const { approvedAt, approvedBy, rejectedAt, rejectedBy = null } = hold
  if (approvedAt !== null) return [{ at: approvedAt, what: 'approved', by: approvedBy }]
  if (rejectedAt != null) return [{ at: rejectedAt, what: 'rejected', by: rejectedBy }]
  return hold.kind === 'delay' && !hold.waits && isSent ? [{ at: hold.until, what: 'waited', by: null }] : []
}

/** The way back of a value that was set; of a part of the devices nobody can say here which. */
function backMoments({ kind, takenBackBy }: CommandDetail, device: Device): Whole[] {
  const isBack = takenBackBy?.ended === true && (takenBackBy.failed ?? 0) === 0
  return isBack && outcomeOf(kind, device.state) === 'done' ? [{ at: takenBackBy.at, what: 'back', by: null }] : []
}

/** All that a device went through, in the order of time; what came at one instant as it was told. */
export function momentsOf(command: CommandDetail, device: Device): Moment[] {
  const { steps } = device
  const own = steps.map((step, nth): Moment => ({ at: step.at, what: 'step', step, before: steps[nth - 1] }))
  const isSent = steps.some(({ state }) => state === 'SENT')
  return [...own, ...heldMoments(command, isSent), ...backMoments(command, device)].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
}
