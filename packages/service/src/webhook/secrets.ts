import { seal, unseal } from '../base/seal.ts'

const overlapMs = 24 * 3_600_000

interface Place {
  key: Buffer
  webhookId: string
}

export const sealSecret = ({ key, webhookId }: Place, secret: string): Buffer => seal(key, webhookId, secret)

/**
 * Seals a new secret together with the former one, which also signs for a day. Both are in one sealed text, which the
 * next change replaces.
 */
export function sealRenewed({ key, webhookId }: Place, sealed: Buffer, secret: string, now: number): Buffer {
  const [former = ''] = unseal(key, webhookId, sealed).split(' ')
  return seal(key, webhookId, [secret, former, String(now + overlapMs)].join(' '))
}

/** The secrets that sign at `now`, the newest first. */
export function secretsIn({ key, webhookId }: Place, sealed: Buffer, now: number): string[] {
  const [secret = '', former, until] = unseal(key, webhookId, sealed).split(' ')
  return former !== undefined && now < Number(until) ? [secret, former] : [secret]
}
