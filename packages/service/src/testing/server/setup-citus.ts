import { startTestCluster } from './citus-cluster.ts'
import { keepForTests } from './server-setup.ts'

/**
 * Jest's global setup of the project: starts a coordinator and two workers. If the servers do not start, for example
 * because the extension was built for another release of PostgreSQL, the tests are skipped with that reason.
 */
export default async function start(): Promise<void> {
  const cluster = await startTestCluster().catch((error: unknown) => String(error))
  if (typeof cluster === 'string') {
    process.env.NO_CITUS = cluster
    return
  }
  keepForTests('citus', cluster)
  process.env.TEST_ADMIN_URLS_citus = cluster.adminUrls.join(',')
}
