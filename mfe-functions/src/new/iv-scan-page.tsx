import { DeviceChoice } from './device-choice.tsx'
import { IvScanForm } from './iv-scan-form.tsx'

/** `/functionSetting/ivScan`: chooses inverters and starts an IV scan. */
export default function IvScanPage() {
  return <DeviceChoice of="ivScan">{(chosen) => <IvScanForm chosen={chosen} />}</DeviceChoice>
}
