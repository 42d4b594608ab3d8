import { DeviceChoice } from './device-choice.tsx'
import { IvScanForm } from './iv-scan-form.tsx'

/** Which inverters can be scanned now, and the button that begins it. */
export default function IvScanPage() {
  return <DeviceChoice kind="ivScan">{(chosen) => <IvScanForm chosen={chosen} />}</DeviceChoice>
}
