import { Beacon, maxBeacons } from '@helioport/contract/beacon'
import { Release, ReleaseIndexPayload } from '@helioport/contract/release'
import { Ajv, type ValidateFunction } from 'ajv'

const ajv = new Ajv({ allErrors: true })

export function checker<T>(schema: object, what: string): (value: unknown) => T {
  const validate: ValidateFunction<T> = ajv.compile<T>(schema)
  return (value) => {
    if (validate(value)) return value
    throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`)
  }
}

/** @throws Error that names each field which does not fit */
export const checkRelease = checker<Release>(Release, 'release.json')
export const checkIndex = checker<ReleaseIndexPayload>(ReleaseIndexPayload, 'release index')

/** Stops at the first error: the input comes from strangers. */
const strangers = new Ajv()
const areBeacons = strangers.compile<Beacon[]>({ type: 'array', minItems: 1, maxItems: maxBeacons, items: Beacon })

/** The beacons of a request's body; undefined if the body is invalid. */
export const checkBeacons = (body: unknown): Beacon[] | undefined => (areBeacons(body) ? body : undefined)
