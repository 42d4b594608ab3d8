import type { MqttExampleKind } from '@helioport/contract/mqtt-examples'
import { type PresetName, presetNames } from '@helioport/contract/mapping-presets'

/** The sender: a program whose topics are known, or a device whose messages are mapped by hand. */
export const sources = [...presetNames, 'own'] as const
export type Source = PresetName | 'own'

/** Examples of each source, the default one first. */
export const examplesOfSource = {
  openDtu: ['openDtu'],
  ahoyDtu: ['ahoyDtu'],
  tasmota: ['tasmota'],
  shelly: ['shelly'],
  homeAssistant: ['homeAssistant', 'bridge'],
  own: ['mosquitto'],
} as const satisfies Record<Source, readonly MqttExampleKind[]>
