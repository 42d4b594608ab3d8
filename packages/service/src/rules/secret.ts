import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; shown once, kept only as its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Fit for secrets of full entropy alone; passwords go through rules/password.ts. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
