/** A device found on the local network. */
export interface Found {
  /** `shelly`, `fronius`, `sunspec`, `goodwe`, `vsn`, `opendtu`, `envoy`, `mqtt`, `modbus`, `stick`. */
  kind: string
  address: string
  port: number
  model?: string | undefined
  serial?: string | undefined
  /** The `--source` that reads it; null: see `note`. */
  source: string | null
  note?: string | undefined
}

/** For people: one paragraph per device, with the option that reads it. */
export function foundText(found: readonly Found[]): string {
  if (found.length === 0) return 'Nothing was found. By night inverters are asleep: search again by day.\n'
  return found
    .map(({ kind, address, port, model, serial, source, note }) => {
      const what = [model ?? kind, serial === undefined ? null : `serial ${serial}`].filter((part) => part !== null)
      const how = source === null ? null : `  --source ${source}`
      return [`${address}:${port}  ${what.join(', ')}`, how, note === undefined ? null : `  ${note}`]
        .filter((line) => line !== null)
        .join('\n')
    })
    .join('\n')
    .concat('\n')
}
