import { lightHashes } from './light-hashes.ts'

/** Runs before the tests of a worker: selects the server that `setup-postgres-15.ts` started. */
process.env.TEST_SERVER = 'postgres-15'
process.env.TEST_DATABASE_URL = process.env['TEST_SERVER_postgres-15']
lightHashes()
