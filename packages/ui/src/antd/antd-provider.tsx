import ConfigProvider from 'antd/es/config-provider'
import { useMemo, type ReactNode } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { antdTheme } from './theme.ts'

/** Popups of an element inside a dialog are rendered into the dialog, which lies above the page. */
const popupContainer = (opener?: HTMLElement) => opener?.closest('dialog') ?? document.body

/** Theme and direction for antd components. Imported only by chunks that are loaded on use. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, dir } = useUi()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <ConfigProvider theme={theme} direction={dir} getPopupContainer={popupContainer}>
      {children}
    </ConfigProvider>
  )
}
