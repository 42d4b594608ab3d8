/** Path of the service worker that shows push messages; its scope is its own folder. */
export const pushWorkerPath = '/releases/push/worker.js'

export const pushRules = {
  /** Maximum number of devices per account. */
  max: 20,
  endpoint: { maxLength: 1000, pattern: '^https?://[^\\s]+$' },
  /** A point of P-256 and 16 bytes, in base64url. */
  p256dh: { pattern: '^[A-Za-z0-9_-]{87}=?$' },
  auth: { pattern: '^[A-Za-z0-9_-]{22}(==)?$' },
} as const
