import { type CommandDetail, type CommandStep, outcomeOf } from '@helioport/contract'

type Device = CommandDetail['devices'][number]

/** A step of a device, or an event of its whole command: approved, rejected, waiting time over, reverted. */
export type Moment =
  | { at: string; what: 'step'; step: CommandStep; before: CommandStep | undefined }
  | { at: string; what: 'approved' | 'rejected' | 'waited' | 'back'; by: string | null }

type Whole = Extract<Moment, { by: string | null }>

/** Events of the command while it was held; `isSent`: a device was asked. */
function heldMoments({ hold }: CommandDetail, isSent: boolean): Whole[] {
  if (!hold) return []
  const { approvedAt, approvedBy, rejectedAt, rejectedBy = null } = hold
  if (approvedAt !== null) return [{ at: approvedAt, what: 'approved', by: approvedBy }]
  if (rejectedAt != null) return [{ at: rejectedAt, what: 'rejected', by: rejectedBy }]
  return hold.kind === 'delay' && !hold.waits && isSent ? [{ at: hold.until, what: 'waited', by: null }] : []
}

/** Reversion of a set value; unknown where it failed for some devices, as it is not said for which. */
function backMoments({ kind, takenBackBy }: CommandDetail, device: Device): Whole[] {
  const isBack = takenBackBy?.ended === true && (takenBackBy.failed ?? 0) === 0
  return isBack && outcomeOf(kind, device.state) === 'done' ? [{ at: takenBackBy.at, what: 'back', by: null }] : []
}

/** Events of a device in order of time; the order of equal times is kept. */
export function momentsOf(command: CommandDetail, device: Device): Moment[] {
  const { steps } = device
  const own = steps.map((step, nth): Moment => ({ at: step.at, what: 'step', step, before: steps[nth - 1] }))
  const isSent = steps.some(({ state }) => state === 'SENT')
  return [...own, ...heldMoments(command, isSent), ...backMoments(command, device)].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
}
