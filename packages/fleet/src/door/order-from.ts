import { required, UsageError } from '../options.ts'

/** Body of `POST /switches` from a command line. `parameters`: name=value; numeric values become numbers. */
export function orderFrom(behaviour: string, parameters: readonly string[], options: Record<string, unknown>) {
  const entries = parameters.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`${text} is no name=value`)
    const value = text.slice(at + 1)
    return [text.slice(0, at), value !== '' && Number.isFinite(Number(value)) ? Number(value) : value] as const
  })
  const { serial, minutes } = options
  return {
    plant: required(options, 'plant', '--plant'),
    behaviour,
    parameters: Object.fromEntries(entries),
    ...(serial === undefined ? {} : { serial: required(options, 'serial', '--serial') }),
    ...(minutes === undefined ? {} : { minutes: Number(minutes) }),
  }
}
