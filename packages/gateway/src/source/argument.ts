/** Text after `--source kind=`: the place, then options after commas, `192.168.1.7,channel=em1:0`. */
export interface Argument<Name extends string> {
  place: string
  options: Partial<Record<Name, string>>
}

/**
 * @param known options of this kind of source, each with its allowed values (empty: any)
 * @throws Error that names what is allowed
 */
export function argumentOf<Name extends string>(
  text: string,
  known: Readonly<Record<Name, readonly string[]>>,
): Argument<Name> {
  const [place = '', ...parts] = text.split(',').map((part) => part.trim())
  const names = Object.keys(known) as Name[]
  const options: Partial<Record<Name, string>> = {}
  for (const part of parts) {
    const [key = '', ...rest] = part.split('=')
    const name = names.find((one) => one === key)
    const value = rest.join('=')
    if (name === undefined) throw new Error(`"${key}" is no option here; there are: ${names.join(', ') || 'none'}`)
    const words = known[name]
    if (value === '' || (words.length > 0 && !words.includes(value))) {
      throw new Error(`"${key}" is one of: ${words.join(', ') || 'any text'}`)
    }
    options[name] = value
  }
  return { place, options }
}
