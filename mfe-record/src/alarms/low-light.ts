import type { AlarmCode } from '@helioport/contract'

/** The one low-light code of class fault: dawn and dusk raise it by themselves, so it needs nobody. */
export const lowLightFault = 'A2' satisfies AlarmCode
