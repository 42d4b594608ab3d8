export { faultKinds, type FaultKind, type RemoteFault } from './faults.ts'
export { type IndexFault, readReleaseIndex, type ReleaseIndexResult } from './release-index.ts'
export {
  createRemoteHost,
  type LoadedRemotePage,
  type RemoteHost,
  type RemotePageFault,
  type RemotePageResult,
} from './remote-host.ts'
export type { HostMenuEntry, HostRoute } from './routes.ts'
