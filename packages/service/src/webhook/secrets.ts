import { seal, unseal } from '../base/seal.ts'

const overlapMs = 24 * 3_600_000

interface Place {
  key: Buffer
  webhookId: string
}

export const sealSecret = ({ key, webhookId }: Place, secret: string): Buffer => seal(key, webhookId, secret)

/**
 * A secret that takes the place of another, which signs beside it for a day: kept in the same sealed text, so that nothing is
 * stored of it longer than it counts.
 */
export function sealRenewed({ key, webhookId }: Place, sealed: Buffer, secret: string, now: number): Buffer {
  const [former = ''] = unseal(key, webhookId, sealed).split(' ')
  return seal(key, webhookId, [secret, former, String(now + overlapMs)].join(' '))
}

/** Those that sign now, the newest first. */
export function secretsIn({ key, webhookId }: Place, sealed: Buffer, now: number): string[] {
  const [secret = '', former, until] = unseal(key, webhookId, sealed).split(' ')
  return former !== undefined && now < Number(until) ? [secret, former] : [secret]
}
