export { defineRemoteConfig } from './remote-config.ts'
export { defineShellConfig } from './shell-config.ts'
