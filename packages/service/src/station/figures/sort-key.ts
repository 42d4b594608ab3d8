/** Digits of numbers in names, so that 2 stands before 10. */
const digits = 12

/**
 * A text by which names are sorted byte by byte as people expect it: case and accents do not count, numbers count as
 * numbers. Of names that are alike the ids decide.
 */
export function sortKeyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\d+/g, (number) => number.replace(/^0+(?=\d)/, '').padStart(digits, '0'))
}

/** A whole number that sorts as text: the negative ones first. */
export function numberKeyOf(number: number): string {
  return String(number + 10_000_000_000).padStart(digits, '0')
}
