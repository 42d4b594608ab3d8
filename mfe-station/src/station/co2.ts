import type { Figure } from '@helioport/i18n'

/** Kilograms; from one tonne on, tonnes. */
export function co2Figure(
  kg: number | null,
  quantity: (value: number | null, unit: string, digits: number) => Figure,
): Figure {
  return kg !== null && kg >= 1000 ? quantity(kg / 1000, 't', 2) : quantity(kg, 'kg', 1)
}
