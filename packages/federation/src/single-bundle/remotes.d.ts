declare module 'single-bundle-remotes' {
  export const remotes: readonly {
    manifest: import('@helioport/contract/remote').RemoteManifest
    load: () => Promise<{ default: import('../remote/index.ts').RemoteModule }>
  }[]
}
