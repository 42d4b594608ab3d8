import { randomBytes } from 'node:crypto'
import { type ObjectStore, ObjectStoreError } from '@helioport/object-store'

const headers = { type: 'text/plain', cache: 'no-store' }

/**
 * Tests whether a store honours conditional writes. Some accept `If-Match` and `If-None-Match` but ignore them: of two
 * hosts the second would then overwrite the first one's change unnoticed.
 * @throws ObjectStoreError where it does not
 */
export async function proveConditions(objects: ObjectStore): Promise<void> {
  const key = `state/try-${randomBytes(6).toString('hex')}`
  const write = (text: string, seen: string | null) => objects.replace(key, Buffer.from(text), headers, seen)
  try {
    const tag = await write('one', null)
    const isHeld =
      tag !== undefined &&
      (await write('two', null)) === undefined &&
      (await write('three', '"00000000000000000000000000000000"')) === undefined &&
      (await write('four', tag)) !== undefined &&
      (await write('five', tag)) === undefined
    if (!isHeld)
      throw new ObjectStoreError(`${objects.name} writes whatever If-Match and If-None-Match say: run one release host on it, without RELEASE_STATE_SECRET`) // prettier-ignore
  } finally {
    await objects.remove([key]).catch(() => undefined)
  }
}
