/** Events that a portal sends to a webhook of the account, each as subject and event. `test`: requested by a person. */
export const webhookEvents = [
  'alarm.raised',
  'alarm.cleared',
  'station.offline',
  'station.online',
  'command.finished',
  'share.received',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `waiting`: for the first or next attempt; `dropped`: no longer wanted, or no longer allowed. */
export const deliveryStates = ['waiting', 'done', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt failed. `address`: the host resolves to no public address; `redirect`: redirects are not followed. */
export const deliveryFailures = [
  'address',
  'unresolved',
  'timeout',
  'connection',
  'certificate',
  'redirect',
  'status',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

export const webhookRules = {
  name: { minLength: 1, maxLength: 60 },
  url: { maxLength: 500, pattern: '^https?://[^\\s]+$' },
  /** Maximum number of webhooks per account. */
  max: 10,
} as const

/** A secret is this prefix and 32 bytes in base64, the key of the signature. */
export const webhookSecretPrefix = 'whsec_'
