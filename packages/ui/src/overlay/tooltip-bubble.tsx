import AntdTooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { AntdProvider } from '../antd/antd-provider.tsx'
import styles from './tooltip.module.css'

export interface TooltipBubbleProps {
  id: string
  text: ReactNode
  onClose: () => void
}

/** antd places the bubble where there is room, keeps it beside its target and closes it on Escape. */
export default function TooltipBubble({ id, text, onClose }: TooltipBubbleProps) {
  return (
    <AntdProvider>
      <AntdTooltip
        id={id}
        title={text}
        open
        trigger={[]}
        arrow={false}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <span className={styles['target']} aria-hidden />
      </AntdTooltip>
    </AntdProvider>
  )
}
