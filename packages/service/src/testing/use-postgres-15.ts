/** Before each test file of the project `postgres-15`: its databases are made there (testing/test-database.ts). */
process.env.TEST_DATABASE_URL = process.env.POSTGRES_15_URL
