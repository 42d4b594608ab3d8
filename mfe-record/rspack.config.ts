import { defineRemoteConfig } from '@helioport/federation/build'

export default defineRemoteConfig(import.meta.url)
