interface CurrencyChoice {
  value: string
  label: string
}

/** Every currency that the browser knows, by code, named in the viewer's language; always includes `chosen`. */
export function currencyChoices(locale: string, chosen: string): CurrencyChoice[] {
  const names = new Intl.DisplayNames([locale, 'en-US'], { type: 'currency', fallback: 'code' })
  const codes = new Set(Intl.supportedValuesOf('currency'))
  if (/^[A-Z]{3}$/.test(chosen)) codes.add(chosen)
  return [...codes].toSorted().map((value) => {
    const name = names.of(value)
    return { value, label: name === undefined || name === value ? value : `${value} · ${name}` }
  })
}
