// What stands here by itself would bring all of the rest along, into whatever takes any of it.
export * from './define-remote.ts'
export { ErrorOnPurpose } from './error-on-purpose.ts'
export { useHold } from './hold.ts'
export { ownRelease } from './own-release.ts'
