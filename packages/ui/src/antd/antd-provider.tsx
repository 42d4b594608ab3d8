import ConfigProvider from 'antd/es/config-provider'
import { useMemo, type ReactNode } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { antdTheme } from './theme.ts'

/** Around everything that comes from antd: theme and direction. Only chunks that load when used import it. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, dir } = useUi()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <ConfigProvider theme={theme} direction={dir}>
      {children}
    </ConfigProvider>
  )
}
