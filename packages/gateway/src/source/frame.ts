import type { DeviceFrame } from '@helioport/contract/ingest'

type Told = Pick<DeviceFrame, 'serial' | 'at'> & { [Key in keyof DeviceFrame]?: DeviceFrame[Key] | undefined }

/** A frame without undefined fields, as the ingest requires. */
export const frameOf = (told: Told): DeviceFrame =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as DeviceFrame
