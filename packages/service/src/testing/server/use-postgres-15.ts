import { lightHashes } from './light-hashes.ts'

/** Before the tests of a worker: the server that `setup-postgres-15.ts` has started. */
process.env.TEST_SERVER = 'postgres-15'
process.env.TEST_DATABASE_URL = process.env['TEST_SERVER_postgres-15']
lightHashes()
