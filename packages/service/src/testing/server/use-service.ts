import { lightHashes } from './light-hashes.ts'

/** Before the tests of a worker: the server that `setup-service.ts` has started. */
process.env.TEST_SERVER = 'service'
process.env.TEST_DATABASE_URL = process.env.TEST_SERVER_service
lightHashes()
