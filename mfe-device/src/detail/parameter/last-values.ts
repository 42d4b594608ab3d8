import type { Device, DeviceHistoryRow } from '@helioport/contract'

/** A device with the values of its last frame, if any: the service returns no values for a silent device. */
export function withFrame(device: Device, frame: DeviceHistoryRow | undefined): Device {
  if (!frame) return device
  const { at: _at, delayS: _delay, codes: _codes, ...values } = frame
  // Counters are kept from the device, which includes later corrections.
  const { energyTodayKwh, energyTotalKwh, hoursTotal } = device
  return { ...device, ...values, energyTodayKwh, energyTotalKwh, hoursTotal }
}
