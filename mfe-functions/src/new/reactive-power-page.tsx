import { DeviceChoice } from './device-choice.tsx'
import { KindChoice } from './kind-choice.tsx'
import { ReactivePowerForm } from './reactive-power-form.tsx'
import { SettingForm } from './setting-form.tsx'

/** `/functionSetting`: choose inverters and a setting. */
export default function ReactivePowerPage() {
  return (
    <DeviceChoice of="setting">
      {(chosen, kind, onKind) => {
        const choice = <KindChoice kind={kind} onKind={onKind} />
        if (kind === 'reactivePower') return <ReactivePowerForm chosen={chosen} kindChoice={choice} />
        return <SettingForm key={kind} kind={kind} chosen={chosen} kindChoice={choice} />
      }}
    </DeviceChoice>
  )
}
