/** Before each test file: the server of its project, which is a global of it; see server-setup.ts. */
process.env.TEST_DATABASE_URL = process.env[`TEST_SERVER_${(globalThis as { testServer?: string }).testServer}`]
