import type { RemoteHost } from './remote-host.ts'

export type { FaultKind } from './faults.ts'
export { readReleaseIndex } from './release-index.ts'
export {
  createRemoteHost,
  type AfterCrash,
  type LoadedRemotePage,
  type RemoteHost,
  type RemotePageFault,
  type RemotePageResult,
} from './remote-host.ts'

/** From now on the tab follows the release host, and tells it what happens. Rejects where the code cannot be had. */
export async function goLive(host: RemoteHost): Promise<void> {
  const { startLive } = await import('./live.ts')
  startLive(host)
}
