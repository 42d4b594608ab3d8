declare module 'single-bundle-remotes' {
  import type { RemoteManifest } from '@helioport/contract/remote'
  import type { RemoteModule } from '../remote/index.ts'

  export const remotes: readonly { manifest: RemoteManifest; load: () => Promise<{ default: RemoteModule }> }[]
}
