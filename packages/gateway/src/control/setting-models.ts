import type { Place } from '../sunspec/chain.ts'
import { ModelRegisters } from './model-registers.ts'
import type { SettingModel, SizedDevice } from './model-settings.ts'
import { settings123 } from './settings-123.ts'
import { settings704 } from './settings-704.ts'
import { curveSetting } from './settings-curve.ts'

/** Setting models of a device, by its SunSpec models; where two serve the same kind, the newer one comes first. */
export function settingModels(
  places: ReadonlyMap<number, Place>,
  device: SizedDevice & { wait: (ms: number) => Promise<void> },
): SettingModel[] {
  const registersOf = (id: number) => {
    const place = places.get(id)
    return place && new ModelRegisters(device.line, device.unit, place)
  }
  const [old, controls, voltVar, wattVar] = [123, 704, 705, 712].map(registersOf)
  return [
    ...(controls ? settings704(controls) : []),
    ...(old ? settings123(old, device) : []),
    ...(voltVar ? [curveSetting(705, voltVar, device)] : []),
    ...(wattVar ? [curveSetting(712, wattVar, device)] : []),
  ]
}
