interface ZoneChoice {
  /** IANA name. */
  value: string
  label: string
}

/** Every zone that the browser knows, by name; always includes `chosen`. */
export function zoneChoices(chosen: string): ZoneChoice[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
