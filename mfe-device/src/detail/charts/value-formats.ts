import type { Format } from '@helioport/i18n'

/** Formats of the parameters' units. */
export const formatsOf = (format: Format): Record<string, (value: number) => string> => ({
  power: (value) => format.power(value).text,
  reactive: (value) => format.reactive(value).text,
  factor: (value) => format.number(value, 3),
  frequency: (value) => format.quantity(value, 'Hz', 2).text,
  temperature: (value) => format.quantity(value, '°C', 1).text,
  energy: (value) => format.energy(value).text,
  hours: (value) => format.quantity(value, 'h', 0).text,
  voltage: (value) => format.quantity(value, 'V', 1).text,
  current: (value) => format.quantity(value, 'A', 2).text,
})
