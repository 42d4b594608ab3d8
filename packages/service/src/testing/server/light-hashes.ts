import { setHashCost } from '../../account/proof/password.ts'

/** Most tests sign people in and ask nothing about hashes: those of their passwords cost a hundredth of what they do in use. */
export const lightHashes = (): void => setHashCost({ memoryCost: 8, timeCost: 1 })
