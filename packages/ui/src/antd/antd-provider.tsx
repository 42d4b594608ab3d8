import ConfigProvider from 'antd/es/config-provider'
import { useMemo, type ReactNode } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { antdTheme } from './theme.ts'

/** An open dialog lies above the page: what unfolds in it has to lie in it too. */
const popupContainer = (opener?: HTMLElement) => opener?.closest('dialog') ?? document.body

/** Around everything that comes from antd: theme and direction. Only chunks that load when used import it. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, dir } = useUi()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <ConfigProvider theme={theme} direction={dir} getPopupContainer={popupContainer}>
      {children}
    </ConfigProvider>
  )
}
