/** Numbers in names are padded to this many digits, so that 2 is sorted before 10. */
const digits = 12

/**
 * A key whose order by bytes is the order that people expect of names: it ignores case and accents and compares numbers
 * by value. Names with equal keys are sorted by their ids.
 */
export function sortKeyOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\d+/g, (number) => number.replace(/^0+(?=\d)/, '').padStart(digits, '0'))
}

/** An integer as a text that sorts in the order of numbers, negative numbers included. */
export function numberKeyOf(number: number): string {
  return String(number + 10_000_000_000).padStart(digits, '0')
}
