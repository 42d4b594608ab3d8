// Only re-exports: code in this module would keep all exports in the bundle of each importer.
export * from './define-remote.ts'
export { ErrorOnPurpose } from './error-on-purpose.ts'
export { useHold } from './hold.ts'
export { ownRelease } from './own-release.ts'
