import Select from 'antd/es/select'
import { AntdProvider } from '../antd/antd-provider.tsx'

export interface ComboBoxProps {
  id: string
  /** For a box without a visible label. */
  label?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  onLeave: () => void
  disabled: boolean
  invalid: boolean
  required: boolean
  describedBy: string | undefined
  noMatch: string
  placeholder: string | undefined
  /** Receives the typed text. `options` are then the matches: the box filters none of them out. */
  onSearch?: (text: string) => void
  small?: boolean
}

/** antd's select: searches while typing and draws only the options in view, so that hundreds stay fast. */
export default function ComboBox(props: ComboBoxProps) {
  const { id, value, options, onChange, onLeave, disabled, invalid, required, describedBy, noMatch, onSearch } = props
  return (
    <AntdProvider>
      <Select<string>
        id={id}
        showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
        style={{ width: '100%', ...(props.small && { minHeight: 36, borderColor: 'var(--hp-hairline)' }) }}
        value={value === '' && !options.some((option) => option.value === '') ? null : value}
        popupMatchSelectWidth={!props.small}
        aria-label={props.label}
        options={[...options]}
        disabled={disabled}
        placeholder={props.placeholder}
        notFoundContent={noMatch}
        onChange={onChange}
        onBlur={onLeave}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        {...(invalid ? { status: 'error' as const } : {})}
      />
    </AntdProvider>
  )
}
