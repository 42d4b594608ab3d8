import type { useFormat } from '@helioport/i18n'

const kilo = 1024

/** Size of a file in B, KB or, from 1 MB on, in MB, with one digit where it is small. */
export function fileSize(bytes: number, format: Pick<ReturnType<typeof useFormat>, 'quantity'>): string {
  if (bytes < kilo) return format.quantity(bytes, 'B', 0).text
  const [value, unit] = bytes < kilo * kilo ? [bytes / kilo, 'KB'] : [bytes / kilo / kilo, 'MB']
  return format.quantity(value, unit, value < 10 ? 1 : 0).text
}
