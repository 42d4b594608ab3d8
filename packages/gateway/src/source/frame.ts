import type { DeviceFrame } from '@helioport/contract/ingest'

type Told = Pick<DeviceFrame, 'serial' | 'at'> & { [Key in keyof DeviceFrame]?: DeviceFrame[Key] | undefined }

/** A frame of what was told: what is undefined is left out, as the ingest wants it. */
export const frameOf = (told: Told): DeviceFrame =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as DeviceFrame
