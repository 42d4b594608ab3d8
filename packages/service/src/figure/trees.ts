/** t of CO2 that an urban tree absorbs in 10 years of growth (EPA, greenhouse gas equivalencies). */
const tonnesPerTree = 0.06

export function treesOf(co2Kg: number | null): number | null {
  return co2Kg === null ? null : co2Kg / 1000 / tonnesPerTree
}
