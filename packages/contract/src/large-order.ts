/**
 * An order that sets more than so many devices, or more than this share of the rated power of an account, waits: for a
 * second person of the account who proves to be it, or, where there is none, for a while in which it can be cancelled.
 */
export const largeOrderDevices = 20
export const largeOrderShare = 0.1
export const largeOrderDelayMs = 10 * 60_000
/** An order that no second person has approved by then is not wanted any more. */
export const approvalMs = 24 * 3_600_000

/** What a large order waits for. */
export const commandHolds = ['secondPerson', 'delay'] as const
export type CommandHold = (typeof commandHolds)[number]

/** `orderedW` of `accountW`: rated power, W. A share of nothing is all. */
export function isLargeOrder(
  devices: number,
  orderedW: number,
  accountW: number,
  limitShare = largeOrderShare,
): boolean {
  return devices > largeOrderDevices || orderedW > limitShare * accountW
}
