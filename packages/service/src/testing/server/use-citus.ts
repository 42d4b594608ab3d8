/** Runs before the tests of a worker: selects the cluster that `setup-citus.ts` started. */
process.env.TEST_SERVER = 'citus'
process.env.TEST_DATABASE_URL = process.env.TEST_SERVER_citus
process.env.TEST_ADMIN_URLS = process.env.TEST_ADMIN_URLS_citus
