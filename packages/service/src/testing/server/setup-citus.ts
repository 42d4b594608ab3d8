import { startTestCluster } from './citus-cluster.ts'
import { keepForTests } from './server-setup.ts'

/**
 * Of jest, once for the project: a coordinator and two workers. Where the extension was built for another release of
 * PostgreSQL its servers do not start: the tests are skipped, with that as the reason.
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
