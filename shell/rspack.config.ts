import { defineShellConfig } from '@helioport/federation/build'

export default defineShellConfig(import.meta.url)
