import { lightHashes } from './light-hashes.ts'

/** Runs before the tests of a worker: selects the server that `setup-service.ts` started. */
process.env.TEST_SERVER = 'service'
process.env.TEST_DATABASE_URL = process.env.TEST_SERVER_service
lightHashes()
