import { startS3Server } from '@helioport/object-store/testing'
import type { Patient } from './check.ts'
import { files } from './files.ts'

const look = (environment: NodeJS.ProcessEnv) => files.look({ told: { environment } } as unknown as Patient)

test('the check of the bucket of files is good if it works, bad if it refuses or is away, and absent without one', async () => {
  const server = await startS3Server()
  const env = { FILES_S3_URL: server.strictUrl, FILES_S3_KEY: 'S3RVER', FILES_S3_SECRET: 'S3RVER', FILES_S3_REGION: 'us-east-1' } // prettier-ignore
  try {
    expect(await look(env)).toEqual({ state: 'good', says: `${server.strictUrl}/ takes and gives files` })
    expect(await server.open().list('')).toEqual([])
    const refused = await look({ ...env, FILES_S3_SECRET: 'another' })
    expect(refused).toMatchObject({ state: 'bad', says: expect.stringContaining('403 SignatureDoesNotMatch') })
    const away = await look({ ...env, FILES_S3_URL: 'http://127.0.0.1:1/bucket' })
    expect(away).toMatchObject({ state: 'bad', says: expect.stringContaining('cannot be reached') })
    const keyless = await look({ FILES_S3_URL: server.url })
    expect(keyless).toMatchObject({ state: 'bad', says: 'FILES_S3_URL needs FILES_S3_KEY and FILES_S3_SECRET' })
    expect(await look({})).toEqual([])
  } finally {
    await server.stop()
  }
})
