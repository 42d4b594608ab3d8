import { setHashCost } from '../../account/proof/password.ts'

/** Makes password hashes cost a hundredth of production: most tests sign people in without testing hashes. */
export const lightHashes = (): void => setHashCost({ memoryCost: 8, timeCost: 1 })
