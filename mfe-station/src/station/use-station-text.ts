import { type Text, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/** Texts of this remote. */
export const useStationText = (): Text<typeof enUS> => useText<typeof enUS>('station')
