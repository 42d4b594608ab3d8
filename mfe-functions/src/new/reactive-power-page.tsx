import { DeviceChoice } from './device-choice.tsx'
import { ReactivePowerForm } from './reactive-power-form.tsx'

/** `/functionSetting`: chooses inverters and sets a fixed power factor. */
export default function ReactivePowerPage() {
  return <DeviceChoice kind="reactivePower">{(chosen) => <ReactivePowerForm chosen={chosen} />}</DeviceChoice>
}
