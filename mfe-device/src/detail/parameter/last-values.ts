import type { Device, DeviceHistoryRow } from '@helioport/contract'

/** A device with what its last frame told; without one, as it is: of a device that is silent the service says no values. */
export function withFrame(device: Device, frame: DeviceHistoryRow | undefined): Device {
  if (!frame) return device
  const { at: _at, delayS: _delay, codes: _codes, ...values } = frame
  // The counters of the device are those that it was left with, also by a later correction.
  const { energyTodayKwh, energyTotalKwh, hoursTotal } = device
  return { ...device, ...values, energyTodayKwh, energyTotalKwh, hoursTotal }
}
