export { defineRemoteConfig } from './remote-config.ts'
export { defineShellConfig } from './shell-config.ts'
export { defineSingleBundleConfig } from './single-bundle-config.ts'
