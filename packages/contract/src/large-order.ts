/**
 * An order for more than this many devices, or more than this share of the account's rated power, waits: for a second
 * person of the account, who must confirm their identity, or, without a second person, for a delay in which it can be
 * cancelled.
 */
export const largeOrderDevices = 20
export const largeOrderShare = 0.1
export const largeOrderDelayMs = 10 * 60_000
/** An order without approval by a second person expires after this time. */
export const approvalMs = 24 * 3_600_000

/** What a large order waits for. */
export const commandHolds = ['secondPerson', 'delay'] as const
export type CommandHold = (typeof commandHolds)[number]

/** `orderedW` of `accountW`: rated power, W. If `accountW` is 0, any order is large. */
export function isLargeOrder(
  devices: number,
  orderedW: number,
  accountW: number,
  limitShare = largeOrderShare,
): boolean {
  return devices > largeOrderDevices || orderedW > limitShare * accountW
}
