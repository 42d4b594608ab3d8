import { DeviceChoice } from './device-choice.tsx'
import { ReactivePowerForm } from './reactive-power-form.tsx'

/** Which inverters can take a fixed power factor now, and the form that sets it. */
export default function ReactivePowerPage() {
  return <DeviceChoice kind="reactivePower">{(chosen) => <ReactivePowerForm chosen={chosen} />}</DeviceChoice>
}
