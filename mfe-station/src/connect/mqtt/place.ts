import type { MqttExampleKind } from '@helioport/contract/mqtt-examples'
import { type PresetName, presetNames } from '@helioport/contract/mapping-presets'

/** What sends: a program whose topics are known, or one whose messages are read by hand. */
export const sources = [...presetNames, 'own'] as const
export type Source = PresetName | 'own'

/** Examples of each source, the first one shown first. */
export const examplesOfSource = {
  openDtu: ['openDtu'],
  ahoyDtu: ['ahoyDtu'],
  tasmota: ['tasmota'],
  shelly: ['shelly'],
  homeAssistant: ['homeAssistant', 'bridge'],
  own: ['mosquitto'],
} as const satisfies Record<Source, readonly MqttExampleKind[]>
