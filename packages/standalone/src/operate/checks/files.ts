import { randomUUID } from 'node:crypto'
import { objectStoreFrom } from '@helioport/object-store'
import { bad, type Check, good } from './check.ts'

/** The bucket of pictures and exports, if configured: it must take a file, give it back, list and remove it. */
export const files: Check = {
  name: 'files',
  look: async ({ told: { environment } }) => {
    if (!environment['FILES_S3_URL']) return []
    const key = `check/${randomUUID()}`
    const bytes = Buffer.from('sun')
    try {
      const bucket = objectStoreFrom('FILES', environment)
      if (bucket === undefined) return []
      await bucket.put(key, bytes, { type: 'text/plain', cache: 'no-store' })
      const back = await bucket.get(key)
      const listed = await bucket.list(key)
      await bucket.remove([key])
      if (back?.equals(bytes) === true && listed.includes(key)) return good(`${bucket.name} takes and gives files`)
      return bad(`${bucket.name} does not give back what it took`, 'FILES_S3_URL names a bucket of another store')
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error)
      return bad(says, 'FILES_S3_URL=https://HOST/BUCKET/PREFIX with FILES_S3_KEY, FILES_S3_SECRET and, where it matters, FILES_S3_REGION') // prettier-ignore
    }
  },
}
