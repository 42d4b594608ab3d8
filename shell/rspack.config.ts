import { defineShellConfig } from '@helioport/federation/build'
import { earlyForm } from './src/app/early-form.ts'

export default defineShellConfig(import.meta.url, { '<!--early-form-->': earlyForm })
