export { Confirm } from './confirm.tsx'
export { Drawer, Modal, type DialogProps } from './dialog.tsx'
export { toast, Toasts, type Toast } from './toast.tsx'
export { Tooltip } from './tooltip.tsx'
